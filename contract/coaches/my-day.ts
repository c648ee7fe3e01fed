import { z } from 'zod'
import { instant, rowId } from '../bounds.ts'
import { briefMetric } from '../briefs/briefs.ts'
import { client, type WaitingFor } from '../clients/clients.ts'
import { endpoint } from '../endpoint.ts'
import { session } from '../sessions/sessions.ts'

/** Of the plan alone: words of sessions are in the brief itself. */
const dayBrief = z.object({
  changes: z.array(briefMetric),
  due: z.number().int(),
  overdue: z.number().int(),
  promised: z.number().int(),
  questions: z.number().int(),
})
export type DayBrief = z.infer<typeof dayBrief>
/** Maximum number of changes in the first lines of a brief. */
export const maxBriefChanges = 2

/** A session with what a list shows of it. */
const daySession = session
  .pick({
    id: true,
    clientId: true,
    sessionDate: true,
    durationMinutes: true,
    isJoinable: true,
    place: true,
    status: true,
    sessionDefinitionId: true,
    sessionDefinitionName: true,
  })
  .extend({
    clientName: z.string(),
    /** The first lines of its brief; null without one, and for sessions after tomorrow. */
    brief: dayBrief.nullable(),
  })
export type DaySession = z.infer<typeof daySession>

/** Maximum number of upcoming sessions. */
export const maxUpcomingSessions = 40
/** Maximum number of sessions for each kind of pending work, longest waiting first. */
export const maxWaitingSessions = 5
/** Maximum number of clients with rising risk, and the period in days. */
export const maxRisingClients = 6
export const risingRiskDays = 14

/** Maximum number of clients with open safety marks. */
export const maxMarkedClients = 20

const waiting = z.object({ count: z.number().int(), sessions: z.array(daySession) })
/** Pending work that a coach can do. */
export const coachWork = [
  'recording',
  'transcription',
  'conversation',
] as const satisfies WaitingFor[]
export type CoachWork = (typeof coachWork)[number]

const myDay = z.object({
  clients: z.number().int(),
  /** Clients with open safety marks, longest waiting first. */
  marked: z.array(
    z.object({
      clientId: rowId(),
      clientName: z.string(),
      /** Short titles of the questionnaires, `what was said` for a session. */
      about: z.string(),
      raisedAt: z.string(),
    }),
  ),
  /** Sessions from the start of the day on, by date; without archived ones. */
  sessions: z.array(daySession),
  waiting: z.object({ recording: waiting, transcription: waiting, conversation: waiting }),
  /** Clients whose latest score is above the previous one, highest first. */
  risingRisk: z.array(
    client
      .pick({
        id: true,
        riskLevel: true,
        burnoutPercentage: true,
        isBurnoutInferred: true,
        trendValue: true,
        safetyMarks: true,
      })
      .extend({ clientName: z.string() }),
  ),
})
export type MyDay = z.infer<typeof myDay>

export const getMyDay = endpoint('GET /api/my-day', {
  access: ['coach_user'],
  opens: ['client-listed'],
  shows: ['client', 'session'],
  summary: 'The day of a coach: sessions from the start of the day on, and pending work',
  query: z.object({
    /** Start of the day in the time zone of the coach. */
    from: instant(),
  }),
  response: myDay,
})
