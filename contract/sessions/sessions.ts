import { z } from 'zod'
import { assignment } from '../plans/assignments.ts'
import { idOnly, instant, line, rowId, transcriptCharacters, verbatim } from '../bounds.ts'
import { client } from '../clients/clients.ts'
import { blockedWork } from '../consents/consents.ts'
import { conversationOrigin } from './conversation-origin.ts'
import {
  sessionDefinition,
  sessionMinutes,
  sessionType,
} from '../definitions/session-definition.ts'
import { maxTextBytes, endpoint } from '../endpoint.ts'
import { feedback } from '../feedback/feedback.ts'
import { contactWay } from '../messages/messages.ts'
import {
  dataSource,
  planMetric,
  manualRisk,
  scoreSource,
  valueCheck,
} from '../plans/plan-values.ts'
import { recording } from '../recordings/recordings.ts'
import { planReaders, staff } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'
import { joinAddress, meetingPlace } from '../rules/join-address.ts'
import { segment, transcription, transcriptionWarning } from '../transcriptions/transcriptions.ts'

export const sessionStatus = z.enum(['scheduled', 'open', 'completed', 'archived'])
export type SessionStatus = z.infer<typeof sessionStatus>

export const sessionMetric = z.object({
  id: rowId(),
  definitionName: z.string(),
  categoryName: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  /** Range and direction of the metric, for its color. */
  lowest: z.number(),
  highest: z.number(),
  isMoreBetter: z.boolean().nullable(),
  /** The decision on an analysis value; null for others. */
  check: valueCheck.nullable(),
})

/** Null: not shared with the client. */
export const sharing = z
  .object({
    sharedAt: z.string(),
    /** Null where the account was deleted. */
    sharedBy: z.string().nullable(),
    /** Latest edit since then; the client reads the current text. */
    changedAt: z.string().nullable(),
  })
  .nullable()

/** A cancelled session is archived, too. Null: not cancelled. */
const cancellation = z
  .object({
    at: z.string(),
    /** First name; null where the account was deleted. */
    by: z.string().nullable(),
    /** Within the notice period of clients. */
    isLate: z.boolean(),
  })
  .nullable()

/** A session; its status is derived (docs/product.md, "Sessions"). */
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
  /** A digital session with a room: its own, or that of the coach. */
  isJoinable: z.boolean(),
  /** Of a physical session: its own, or that of the coach. */
  place: z.string().nullable(),
  recordingUrl: z.string().nullable(),
  hasRawTranscript: z.boolean(),
  hasConversation: z.boolean(),
  /** The raw transcript is of a recording that was replaced. */
  isOfEarlierRecording: z.boolean(),
  transcribedTextRaw: z.string().nullable(),
  transcribedTextScripted: z.string().nullable(),
  conversationOrigin,
  /** The client's open assignments that are due until a week after the session. */
  assignmentCount: z.number().int(),
  /** Of the conversation. */
  version: rowVersion,
  /** Version of the date, the length and the cancellation; a calendar's sequence number plus one. */
  dateVersion: rowVersion,
  cancellation,
  sharing,
  /** When the retention rule deleted it; null: it did not. */
  recordingDeletedAt: z.string().nullable(),
  /** The same of transcript and conversation. */
  transcriptDeletedAt: z.string().nullable(),
  metrics: z.array(sessionMetric),
})
export type Session = z.infer<typeof session>

/** What the client said about dying, self-harm or not wanting to live. `start` in seconds of the recording; null: unknown. */
export const urgentLine = z.object({ text: z.string(), start: z.number().nullable() })
export type UrgentLine = z.infer<typeof urgentLine>

export const sessionDetail = session.extend({
  clientName: z.string(),
  /** Retention deletes nothing of it. */
  isKept: z.boolean(),
  /** Null: that of its type. */
  ownDurationMinutes: z.number().int().nullable(),
  ownSessionType: sessionType.nullable(),
  /** Null: that of the coach. */
  ownJoinAddress: z.string().nullable(),
  ownPlace: z.string().nullable(),
  assignmentsGiven: z.number().int(),
  /** Only for the coach who held it, in person; null also without. */
  feedback: feedback.nullable(),
  recording: recording.nullable(),
  transcription: transcription.nullable(),
  segments: z.array(segment),
  /** Of the raw transcript. */
  transcriptVersion: rowVersion,
  /** A person corrected the raw transcript. */
  isCorrected: z.boolean(),
  /** Some words of the raw transcript were recognized with little confidence. */
  hasUncertainWords: z.boolean(),
  /** The open safety mark on what was said, which somebody should read; null: none. */
  safetyMark: z.object({ id: rowId(), lines: z.array(urgentLine) }).nullable(),
  /** Of the raw transcript. */
  transcriptWarnings: z.array(transcriptionWarning),
  /** A new one is kept beside the raw transcript until somebody chooses. */
  hasNewTranscript: z.boolean(),
  /** Why work on it is not done. */
  blocked: blockedWork,
  /** Nobody has chosen who speaks for the client, and the labels of the conversation do not say it: no value counts. */
  needsClientSpeaker: z.boolean(),
  /** Analysis values without a decision. */
  valuesToDecide: z.number().int(),
  /** The plan has a burnout risk from the analysis of this session. */
  hasBurnoutRisk: z.boolean(),
})
export type SessionDetail = z.infer<typeof sessionDetail>

/** Allowed actions by status, for server and screens. */
export const sessionCan = {
  complete: ({ status }: Pick<Session, 'status'>) => status === 'open',
  archive: ({ status }: Pick<Session, 'status'>) => status === 'open' || status === 'completed',
  /** Until it begins. */
  cancel: ({ status }: Pick<Session, 'status'>) => status === 'scheduled',
  move: ({ status }: Pick<Session, 'status'>) => status !== 'archived',
  reopen: ({ status }: Pick<Session, 'status'>) => status === 'completed' || status === 'archived',
}

/** Compact view of a transcript, in characters (docs/product.md, "Conversation"). */
export const compactCharacters = 500

/** Including transcripts is audited as opening them. */
export const transcripts = z.object({ transcripts: z.enum(['include', 'omit']).default('include') })

const sessionsAndMetrics = z.object({
  /** Changes with everything about this client (`planUpdate`). */
  state: z.string(),
  client,
  /** How to reach the client, or the guardian of a family member without an account; null for clients, and without an account. */
  contact: z
    .object({
      /** Name of the guardian; null: the client. */
      guardian: z.string().nullable(),
      email: z.string(),
      phone: z.string().nullable(),
      prefers: contactWay.nullable(),
    })
    .nullable(),
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
      /** Date of the session in which it was found. */
      sessionDate: z.string().nullable(),
      /** The decision on an analysis value; null for others. */
      check: valueCheck.nullable(),
      version: z.number().int(),
    }),
  ),
  /** For clients only those with a value. */
  metricDefinitions: z.array(planMetric),
  burnoutAssessments: z.array(
    z.object({
      id: rowId(),
      weekNumber: z.number().int(),
      riskScore: z.number(),
      source: scoreSource,
      createdAt: z.string(),
      /** From 1 within its week; the first counts. */
      rank: z.number().int(),
      /** The decision on an analysis value; null for others. */
      check: valueCheck.nullable(),
    }),
  ),
  risk: manualRisk,
  assignments: z.array(assignment),
})
export type SessionsAndMetrics = z.infer<typeof sessionsAndMetrics>

export const getSessionsAndMetrics = endpoint('GET /api/clients/{id}/sessions-and-metrics', {
  access: planReaders,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['client', 'session'],
  summary: "All data of a client's plan; `transcripts=omit` leaves the texts out",
  freshness: 'always-stale',
  params: idOnly,
  query: transcripts,
  response: sessionsAndMetrics,
})

/** Overrides of the session type and the coach's meeting; null: none. */
const sessionOverrides = {
  durationMinutes: sessionMinutes.nullish(),
  sessionType: sessionType.nullish(),
  joinAddress: joinAddress.nullish(),
  place: meetingPlace.nullish(),
}

export const scheduleSession = endpoint('POST /api/clients/{id}/scheduled-sessions', {
  access: staff,
  opens: ['plan-opened'],
  changes: ['session'],
  isIdempotent: true,
  summary: 'Schedule a session; returns the updated plan',
  params: idOnly,
  body: z.object({
    sessionDefinitionId: rowId('Session type is required'),
    sessionDate: instant('Date is required'),
    ...sessionOverrides,
  }),
  errorCodes: ['unprocessable'],
  response: sessionsAndMetrics,
})

export const getSession = endpoint('GET /api/sessions/{id}', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['session'],
  summary:
    'One session with its recording and transcripts; `transcripts=omit` leaves the texts out',
  // A worker, a colleague or another window may change it; each opening is audited.
  freshness: 'while-shown',
  params: idOnly,
  query: transcripts,
  response: sessionDetail,
})

export const updateSession = endpoint('PUT /api/sessions/{id}', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  changes: ['session'],
  summary:
    'Save the conversation of a session, confirm it as checked or choose who in it is the client, move it, change its duration, or complete, archive or reopen it; `isArchived: false` undoes archiving',
  bodyBytes: maxTextBytes(transcriptCharacters),
  params: idOnly,
  query: transcripts,
  body: changeBody(
    z.object({
      transcribedTextScripted: verbatim(transcriptCharacters),
      /** A person has read a conversation that a machine made. */
      isConversationChecked: z.literal(true),
      /** Label of the speaker who speaks for the client. */
      clientSpeaker: line(100).min(1),
      sessionDate: instant('Date is required'),
      /** The version that was read, for a new date. */
      dateVersion: rowVersion,
      ...sessionOverrides,
      status: z.enum(['open', 'completed', 'archived']),
      isArchived: z.literal(false),
      /** Whether retention deletes nothing of it. */
      isKept: z.boolean(),
    }),
  ),
  errorCodes: ['conflict'],
  response: sessionDetail,
})
