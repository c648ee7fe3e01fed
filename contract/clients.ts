import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { paging, sortedBy } from './paging.ts'
import { admins } from './roles.ts'

export const riskLevel = z.enum(['low', 'medium', 'high'])
export type RiskLevel = z.infer<typeof riskLevel>
/** Burnout scores up to these are of low and of medium risk; above, of high (product decisions, section 5). */
export const mostRisk = { low: 30, medium: 60 } as const
export const trendDirection = z.enum(['up', 'down', 'flat'])

/** Specification part 2, section 3: client row. */
export const client = z.object({
  id: z.uuid(),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string().nullable(),
  organizationName: z.string().nullable(),
  riskLevel: riskLevel.nullable(),
  lastSessionDate: z.string().nullable(),
  nextSessionDate: z.string().nullable(),
  coachUserId: z.uuid().nullable(),
  coachId: z.uuid().nullable(),
  openSessions: z.number().int(),
  burnoutPercentage: z.number().nullable(),
  trendDirection: trendDirection.nullable(),
  /** Points from the last but one burnout assessment to the last; below zero when it fell. */
  trendValue: z.number().nullable(),
  createdAt: z.string(),
})
export type Client = z.infer<typeof client>

/** What somebody has to do next for a client (product decisions, section 5). */
export const waitingFor = z.enum(['coach', 'recording', 'transcription', 'conversation'])
export type WaitingFor = z.infer<typeof waitingFor>
/** The names that the list of clients has for it (specification part 2, section 2.1). */
export const waitingLabel: Record<WaitingFor, string> = {
  coach: 'No Coach Assigned',
  recording: 'Waiting for Recording File',
  transcription: 'Waiting for Transcription',
  conversation: 'Waiting for Session Log Analysis',
}

const clientQuery = paging.extend({
  sort: sortedBy('name', 'created', 'lastSession', 'nextSession', 'openSessions'),
  waitingFor: waitingFor.optional(),
})

export const listClients = endpoint('GET /api/admin/clients', {
  access: admins,
  shows: ['client', 'session'],
  summary: 'All clients by name; searched by name or e-mail, filtered by what waits',
  query: clientQuery,
  response: z.array(client),
})

export const listMyCoachClients = endpoint('GET /api/my-coach-clients', {
  access: ['coach_user'],
  shows: ['client', 'session'],
  summary: 'The clients assigned to the coach who asks',
  query: clientQuery,
  response: z.array(client),
})
