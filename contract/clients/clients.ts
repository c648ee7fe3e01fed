import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { paging, searched, sortedBy } from '../paging.ts'
import { admins, staff } from '../roles.ts'

export const riskLevel = z.enum(['low', 'medium', 'high'])
export type RiskLevel = z.infer<typeof riskLevel>
export const trendDirection = z.enum(['up', 'down', 'flat'])

/** A client with derived fields (docs/product.md, "Client row"). */
export const client = z.object({
  id: rowId(),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string().nullable(),
  /** The own email, or the guardian's, where another client of the organization has the same name. */
  namesakeEmail: z.string().nullable(),
  organizationName: z.string().nullable(),
  riskLevel: riskLevel.nullable(),
  lastSessionDate: z.string().nullable(),
  nextSessionDate: z.string().nullable(),
  coachUserId: rowId().nullable(),
  coachId: rowId().nullable(),
  coachName: z.string().nullable(),
  /** When the coach was assigned; staff only. */
  coachSince: z.string().nullable(),
  openSessions: z.number().int(),
  burnoutPercentage: z.number().nullable(),
  /** Inferred by a model and not confirmed yet. */
  isBurnoutInferred: z.boolean(),
  trendDirection: trendDirection.nullable(),
  /** Latest minus previous burnout score. */
  trendValue: z.number().nullable(),
  /** Recent burnout scores, newest first. */
  burnoutScores: z.array(z.number()),
  /** Open alerts on answers or lines about self-harm, oldest first; staff only. */
  safetyMarks: z.array(
    z.object({
      /** Short title; null for what was said in a session. */
      questionnaire: z.string().nullable(),
      sessionId: rowId().nullable(),
      raisedAt: z.string(),
    }),
  ),
  createdAt: z.string(),
  /** When the coaching ended, also by a deactivated account; null while it goes on. */
  coachingEndedAt: z.string().nullable(),
})
export type Client = z.infer<typeof client>

/** The next thing to do for a client (docs/product.md, "Client row"). */
export const waitingFor = z.enum(['coach', 'recording', 'transcription', 'conversation', 'session'])
export type WaitingFor = z.infer<typeof waitingFor>
/** Shown in the overview for administrators. */
export const waitingWork = waitingFor.exclude(['session'])
/** Labels in the list of clients. */
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
  opens: ['client-listed'],
  shows: ['client', 'session'],
  summary:
    'All clients by name; search by name or email, filter by pending work, organization and coach',
  query: paging.extend({ sort: sortedBy(...sorts), ...filters }),
  response: z.array(client),
})

export const listMyCoachClients = endpoint('GET /api/my-coach-clients', {
  access: ['coach_user'],
  opens: ['client-listed'],
  shows: ['client', 'session'],
  summary:
    'Your clients as a coach: first those with an open safety mark, then by risk, then those with pending work',
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
  summary: 'The organizations of your clients, by name; at most 1,000',
  response: z.array(z.object({ id: rowId(), name: z.string() })),
})

export const countClients = endpoint('GET /api/admin/client-counts', {
  access: admins,
  shows: ['client', 'session'],
  summary: 'Number of clients, in total and by pending work',
  response: z.object({
    total: z.number().int(),
    waitingFor: z.record(waitingFor, z.number().int()),
  }),
})
export type ClientCounts = z.infer<typeof countClients.response>

/** The new coach; null for none. */
const coachId = rowId().nullable()

export const assignCoach = endpoint('PUT /api/admin/clients/{id}/coach', {
  access: admins,
  opens: ['client-listed'],
  changes: ['client', 'coach'],
  summary: 'Assign a client to an active coach, or to nobody',
  params: idOnly,
  body: z.object({ coachId }),
  errorCodes: ['unprocessable'],
  /** `previousCoachName`: the coach at the moment of the change. */
  response: client.extend({ previousCoachName: z.string().nullable() }),
})

/** Maximum number of clients in one bulk assignment. */
export const maxAssignedClients = 50_000

export const assignCoachToMany = endpoint('POST /api/admin/clients/coach', {
  access: admins,
  changes: ['client', 'coach'],
  summary: 'Assign several clients to an active coach, or to nobody: by id, or all that match',
  body: z.object({
    coachId,
    clients: z.union([
      z.strictObject({ ids: z.array(rowId()).min(1).max(1000) }),
      z.strictObject({
        matching: z.strictObject({ q: searched, ...filters }),
        /** Excluded from those that match. */
        except: z.array(rowId()).max(1000).optional(),
      }),
    ]),
  }),
  errorCodes: ['unprocessable'],
  /** Number of clients whose coach changed. */
  response: z.object({ changed: z.number().int() }),
})

/** Maximum length of the history. */
export const maxCoachHistory = 100

export const listCoachesOfClient = endpoint('GET /api/clients/{id}/coaches', {
  access: staff,
  shows: ['client', 'coach'],
  summary: 'Coaches of the client over time, newest first; at most 100',
  params: idOnly,
  response: z.array(
    z.object({
      id: rowId(),
      coachId: rowId(),
      coachName: z.string(),
      since: z.string(),
      /** Null for the current coach. */
      until: z.string().nullable(),
    }),
  ),
})
