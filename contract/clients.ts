import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { paging, searched, sortedBy } from './paging.ts'
import { admins, staff } from './roles.ts'

export const riskLevel = z.enum(['low', 'medium', 'high'])
export type RiskLevel = z.infer<typeof riskLevel>
/** Burnout scores up to these are of low and of medium risk; above, of high (product decisions, section 5). */
export const riskThresholds = { low: 30, medium: 60 } as const
export const trendDirection = z.enum(['up', 'down', 'flat'])

/** Specification part 2, section 3: client row. */
export const client = z.object({
  id: rowId(),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string().nullable(),
  organizationName: z.string().nullable(),
  riskLevel: riskLevel.nullable(),
  lastSessionDate: z.string().nullable(),
  nextSessionDate: z.string().nullable(),
  coachUserId: rowId().nullable(),
  coachId: rowId().nullable(),
  coachName: z.string().nullable(),
  /** Since when; for staff alone. */
  coachSince: z.string().nullable(),
  openSessions: z.number().int(),
  burnoutPercentage: z.number().nullable(),
  /** A model inferred it, and nobody has confirmed it yet. */
  isBurnoutInferred: z.boolean(),
  trendDirection: trendDirection.nullable(),
  /** Points from the last but one burnout assessment to the last; below zero when it fell. */
  trendValue: z.number().nullable(),
  /** The last burnout scores, newest first. */
  burnoutScores: z.array(z.number()),
  /** Answers about thoughts of self-harm that nobody has acknowledged yet, the oldest first; for staff alone. */
  safetyMarks: z.array(z.object({ questionnaire: z.string(), raisedAt: z.string() })),
  createdAt: z.string(),
})
export type Client = z.infer<typeof client>

/** What somebody has to do next for a client (product decisions, section 5). */
export const waitingFor = z.enum(['coach', 'recording', 'transcription', 'conversation', 'session'])
export type WaitingFor = z.infer<typeof waitingFor>
/** Of these the overview of an administrator tells. */
export const waitingWork = waitingFor.exclude(['session'])
/** The names that the list of clients has for it (specification part 2, section 2.1). */
export const waitingLabel: Record<WaitingFor, string> = {
  coach: 'No Coach Assigned',
  recording: 'Waiting for Recording File',
  transcription: 'Waiting for Transcription',
  conversation: 'Waiting for Session Log Analysis',
  session: 'No Sessions Scheduled',
}

const filters = {
  waitingFor: waitingFor.optional(),
  organizationId: rowId().optional(),
  coachId: rowId().optional(),
}
const sorts = [
  ...(['name', 'created', 'risk', 'lastSession', 'nextSession', 'coach'] as const),
  ...(['openSessions', 'burnout', 'trend'] as const),
] as const

export const listClients = endpoint('GET /api/admin/clients', {
  access: admins,
  shows: ['client', 'session'],
  summary:
    'All clients by name; searched by name or e-mail, filtered by what waits, organization and coach',
  query: paging.extend({ sort: sortedBy(...sorts), ...filters }),
  response: z.array(client),
})

export const listMyCoachClients = endpoint('GET /api/my-coach-clients', {
  access: ['coach_user'],
  shows: ['client', 'session'],
  summary:
    'The clients assigned to the coach who asks: first those with an open safety mark, then by risk, then those with work that waits',
  query: paging.extend({
    sort: sortedBy(...sorts, 'need'),
    ...filters,
    risk: riskLevel.optional(),
  }),
  response: z.array(client),
})

export const listMyOrganizations = endpoint('GET /api/my-coach-clients/organizations', {
  access: ['coach_user'],
  shows: ['client', 'organization'],
  summary: 'The organizations of the clients assigned to the coach who asks, by name; 1000 at most',
  response: z.array(z.object({ id: rowId(), name: z.string() })),
})

export const countClients = endpoint('GET /api/admin/client-counts', {
  access: admins,
  shows: ['client', 'session'],
  summary: 'How many clients there are, and how many wait for what',
  response: z.object({
    total: z.number().int(),
    waitingFor: z.record(waitingFor, z.number().int()),
  }),
})
export type ClientCounts = z.infer<typeof countClients.response>

/** Who follows somebody from now on: nobody for null. */
const coachId = rowId().nullable()

export const assignCoach = endpoint('PUT /api/admin/clients/{id}/coach', {
  access: admins,
  changes: ['client', 'coach'],
  summary:
    'Assign the client to an active coach, or to nobody; the history keeps who it was before',
  params: z.object({ id: rowId() }),
  body: z.object({ coachId }),
  refuses: ['unprocessable'],
  /** `previousCoachName`: who it was when this was written, whoever else assigned one meanwhile. */
  response: client.extend({ previousCoachName: z.string().nullable() }),
})

/** Clients that are assigned at once at most: more than any coach could follow. */
export const maxAssignedClients = 50_000

export const assignCoachToMany = endpoint('POST /api/admin/clients/coach', {
  access: admins,
  changes: ['client', 'coach'],
  summary: 'Assign many clients to an active coach, or to nobody: those named, or all that match',
  body: z.object({
    coachId,
    clients: z.union([
      z.strictObject({ ids: z.array(rowId()).min(1).max(1000) }),
      z.strictObject({
        matching: z.strictObject({ q: searched, ...filters }),
        /** Of those that match, these are left alone. */
        except: z.array(rowId()).max(1000).optional(),
      }),
    ]),
  }),
  refuses: ['unprocessable'],
  /** How many had another coach before. */
  response: z.object({ changed: z.number().int() }),
})

/** Turns of the history that are listed at most, the newest first. */
export const maxCoachHistory = 100

export const listCoachesOfClient = endpoint('GET /api/clients/{id}/coaches', {
  access: staff,
  shows: ['client', 'coach'],
  summary: 'Who was the coach of the client and when, newest first; 100 turns at most',
  params: z.object({ id: rowId() }),
  response: z.array(
    z.object({
      id: rowId(),
      coachId: rowId(),
      coachName: z.string(),
      since: z.string(),
      /** Null for the present coach. */
      until: z.string().nullable(),
    }),
  ),
})
