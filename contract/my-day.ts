import { z } from 'zod'
import { instant, rowId } from './bounds.ts'
import { client, type WaitingFor } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { session } from './sessions.ts'

/** A session by whose it is and what: enough to find it. */
const daySession = session
  .pick({
    id: true,
    clientId: true,
    sessionDate: true,
    durationMinutes: true,
    status: true,
    sessionDefinitionId: true,
    sessionDefinitionName: true,
  })
  .extend({ clientName: z.string() })
export type DaySession = z.infer<typeof daySession>

/** Sessions of the day and of those after it that are listed at most. */
export const maxUpcomingSessions = 40
/** Sessions of each kind of waiting work that are listed at most; the one that waits longest comes first. */
export const maxWaitingSessions = 5
/** Clients whose risk rose that are listed at most, and the days back in which it did. */
export const maxRisingClients = 6
export const risingRiskDays = 14

/** Clients with an answer that should not wait that are listed at most. */
export const maxMarkedClients = 20

const waiting = z.object({ count: z.number().int(), sessions: z.array(daySession) })
/** What a coach does something about: to be assigned is nobody's own work. */
export const coachWork = [
  'recording',
  'transcription',
  'conversation',
] as const satisfies WaitingFor[]
export type CoachWork = (typeof coachWork)[number]

const myDay = z.object({
  clients: z.number().int(),
  /** Those with an answer that nobody has acknowledged yet, by the oldest of theirs: who waits longest comes first. */
  marked: z.array(
    z.object({
      clientId: rowId(),
      clientName: z.string(),
      /** In which questionnaires. */
      about: z.string(),
      raisedAt: z.string(),
    }),
  ),
  /** From the beginning of the day on, in their order; archived ones are out of the way. */
  sessions: z.array(daySession),
  waiting: z.object({ recording: waiting, transcription: waiting, conversation: waiting }),
  /** Clients whose last assessment is above the one before, the highest first. */
  risingRisk: z.array(
    client
      .pick({
        id: true,
        riskLevel: true,
        burnoutPercentage: true,
        trendValue: true,
        safetyMarks: true,
      })
      .extend({ clientName: z.string() }),
  ),
})
export type MyDay = z.infer<typeof myDay>

export const getMyDay = endpoint('GET /api/my-day', {
  access: ['coach_user'],
  shows: ['client', 'session'],
  summary:
    'What a coach has before them: sessions from the beginning of the day on, and what waits',
  query: z.object({
    /** When the day begins for who asks. */
    from: instant(),
  }),
  response: myDay,
})
