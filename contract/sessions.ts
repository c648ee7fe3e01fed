import { z } from 'zod'
import { analysisRefusal } from './analysis-refusal.ts'
import { assignment } from './assignments.ts'
import { instant, rowId, transcriptCharacters, verbatim } from './bounds.ts'
import { client } from './clients.ts'
import { sessionDefinition, sessionMinutes, sessionType } from './session-definition.ts'
import { bytesOfText, endpoint } from './endpoint.ts'
import { dataSource, planMetric, manualRisk, scoreSource, valueCheck } from './plan-values.ts'
import { recording } from './recordings.ts'
import { planReaders, staff } from './roles.ts'
import { changeOf, rowVersion } from './row-version.ts'
import { segment, transcription } from './transcriptions.ts'

const id = z.object({ id: rowId() })

export const sessionStatus = z.enum(['scheduled', 'open', 'completed', 'archived'])
export type SessionStatus = z.infer<typeof sessionStatus>

export const sessionMetric = z.object({
  id: rowId(),
  definitionName: z.string(),
  categoryName: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  /** Of the metric: what its colour follows from, beside its name. */
  lowest: z.number(),
  highest: z.number(),
  isMoreBetter: z.boolean().nullable(),
})

/** That the client may read the conversation of a session; null where nobody shared it. */
export const sharing = z
  .object({
    sharedAt: z.string(),
    /** Null where that account is gone. */
    sharedBy: z.string().nullable(),
    /** When the conversation was changed last since then: the client reads the present one. */
    changedAt: z.string().nullable(),
  })
  .nullable()

/** Specification part 2, section 3. */
export const session = z.object({
  id: rowId(),
  clientId: rowId(),
  sessionDate: z.string(),
  status: sessionStatus,
  sessionDefinitionId: rowId(),
  sessionDefinitionName: z.string(),
  weekNumber: z.number().int(),
  /** Its own, or that of its type. */
  durationMinutes: z.number().int(),
  sessionType,
  recordingUrl: z.string().nullable(),
  hasRawTranscript: z.boolean(),
  hasConversation: z.boolean(),
  /** The raw transcript is of a recording that another one replaced: it does not go with the one that is there. */
  isOfEarlierRecording: z.boolean(),
  transcribedTextRaw: z.string().nullable(),
  transcribedTextScripted: z.string().nullable(),
  assignmentCount: z.number().int(),
  /** Of the conversation. */
  version: rowVersion,
  /** Of its date: how often it was moved, from 1. */
  dateVersion: rowVersion,
  sharing,
  metrics: z.array(sessionMetric),
})
export type Session = z.infer<typeof session>

/** What the drawer shows: the session, its recording, and its transcript as data. */
export const sessionDetail = session.extend({
  clientName: z.string(),
  /** Null: as its type. */
  ownDurationMinutes: z.number().int().nullable(),
  ownSessionType: sessionType.nullable(),
  /** Home assignments that were given in it. */
  assignmentsGiven: z.number().int(),
  recording: recording.nullable(),
  transcription: transcription.nullable(),
  segments: z.array(segment),
  /** Of the raw transcript. */
  transcriptVersion: rowVersion,
  /** A person corrected what the machine heard. */
  isCorrected: z.boolean(),
  /** While there is one nothing of the session is read by a model or by rules. */
  analysisRefusal,
  /** What an analysis found and nobody has confirmed, corrected or rejected yet. */
  valuesToDecide: z.number().int(),
  /** A burnout risk that an analysis found in it stands in the plan. */
  hasBurnoutRisk: z.boolean(),
})
export type SessionDetail = z.infer<typeof sessionDetail>

/** What may be done in which state: the server refuses the rest, the screen does not offer it. */
export const sessionCan = {
  complete: ({ status }: Pick<Session, 'status'>) => status === 'open',
  archive: ({ status }: Pick<Session, 'status'>) => status === 'open' || status === 'completed',
  move: ({ status }: Pick<Session, 'status'>) => status !== 'archived',
  reopen: ({ status }: Pick<Session, 'status'>) => status === 'completed' || status === 'archived',
}

/** Compact view of a transcript, in characters (specification part 2, section 9). */
export const compactCharacters = 500

/** Every answer that can carry transcripts can be asked for without: with them it counts as opening them. */
const transcripts = z.object({ transcripts: z.enum(['include', 'omit']).default('include') })

const sessionsAndMetrics = z.object({
  /** Another one after each change of what is about this client (`planNews`). */
  state: z.string(),
  client,
  sessionDefinitions: z.array(sessionDefinition),
  sessions: z.array(session),
  metrics: z.array(
    z.object({
      id: rowId(),
      sessionId: rowId().nullable(),
      metricLabel: z.string(),
      weekNumber: z.number().int(),
      numericValue: z.number(),
      metricDefinitionId: rowId(),
      source: dataSource,
      /** When the session in which it was found took place. */
      sessionDate: z.string().nullable(),
      /** What a person said of what an analysis found; null for every other value. */
      check: valueCheck.nullable(),
      /** Of this value: what writes over it says which one it read. */
      version: z.number().int(),
    }),
  ),
  /** Every metric that is defined; for clients those of which there is a value. */
  metricDefinitions: z.array(planMetric),
  /** All that were made: of a week the first counts (`scoreSource`), the newest of one source. */
  burnoutAssessments: z.array(
    z.object({
      id: rowId(),
      weekNumber: z.number().int(),
      riskScore: z.number(),
      source: scoreSource,
      createdAt: z.string(),
      /** What a person said of what an analysis found; null for every other one. */
      check: valueCheck.nullable(),
    }),
  ),
  risk: manualRisk,
  assignments: z.array(assignment),
})
export type SessionsAndMetrics = z.infer<typeof sessionsAndMetrics>

export const getSessionsAndMetrics = endpoint('GET /api/clients/{id}/sessions-and-metrics', {
  access: planReaders,
  shows: ['client', 'session'],
  summary: "All data of a client's plan; `transcripts=omit` leaves the texts out",
  // "The client data bundle is refetched on focus and always considered stale" (specification part 2, section 4).
  freshness: 'always-stale',
  params: id,
  query: transcripts,
  response: sessionsAndMetrics,
})

/** How one session differs from its type; null: not at all. */
const ownMeeting = {
  durationMinutes: sessionMinutes.nullish(),
  sessionType: sessionType.nullish(),
}

export const scheduleSession = endpoint('POST /api/clients/{id}/scheduled-sessions', {
  access: staff,
  changes: ['session'],
  once: true,
  summary: 'Add a session to the plan; answers the refreshed plan',
  params: id,
  body: z.object({
    sessionDefinitionId: rowId('Session type is required'),
    sessionDate: instant('Date is required'),
    ...ownMeeting,
  }),
  refuses: ['unprocessable'],
  response: sessionsAndMetrics,
})

export const getSession = endpoint('GET /api/sessions/{id}', {
  access: staff,
  shows: ['session'],
  summary:
    'One session with its recording and transcripts; `transcripts=omit` leaves the texts out',
  // A worker, a colleague or another window may have changed it before it is opened again; each opening is logged.
  freshness: 'while-shown',
  params: id,
  query: transcripts,
  response: sessionDetail,
})

export const updateSession = endpoint('PUT /api/sessions/{id}', {
  access: staff,
  changes: ['session'],
  summary:
    'Save the conversation of a session, move it to another date, change its duration, or complete, archive or reopen it; `isArchived: false` takes an archiving back',
  bodyBytes: bytesOfText(transcriptCharacters),
  params: id,
  query: transcripts,
  body: changeOf(
    z.object({
      transcribedTextScripted: verbatim(transcriptCharacters),
      sessionDate: instant('Date is required'),
      /** The one that was read, where the date is changed. */
      dateVersion: rowVersion,
      ...ownMeeting,
      status: z.enum(['open', 'completed', 'archived']),
      isArchived: z.literal(false),
    }),
  ),
  refuses: ['conflict'],
  response: sessionDetail,
})

export const deleteSession = endpoint('DELETE /api/sessions/{id}', {
  access: staff,
  changes: ['session'],
  summary: 'Delete a session with its recording, transcripts and metric values',
  params: id,
  response: z.object({ ok: z.literal(true) }),
})

export const deleteRecording = endpoint('DELETE /api/sessions/{id}/recording', {
  access: staff,
  changes: ['session'],
  summary: 'Delete the recording of a session; its transcripts stay',
  params: id,
  query: transcripts,
  refuses: ['conflict'],
  response: sessionDetail,
})
