import { z } from 'zod'
import { rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

const access = ['system_admin'] as const

/** Attempts per recording. */
export const maxMoveAttempts = 5
/** Failures listed one by one. */
export const maxListedFailures = 20

const failure = z.object({
  recordingId: rowId(),
  sessionId: rowId(),
  clientId: rowId(),
  sessionDate: z.string(),
  provider: z.string(),
  error: z.string(),
  attempts: z.number().int(),
  /** Null: no further attempt. */
  nextTryAt: z.string().nullable(),
})

/** Recordings per storage, and the latest move. */
export const recordingsMove = z.object({
  active: z.object({
    id: rowId(),
    provider: z.string(),
    /** Why nothing may be moved there; null: it may. */
    blocked: z.string().nullable(),
  }),
  /** Recordings that are not with the active provider. */
  otherStorages: z.array(
    z.object({
      integrationId: rowId(),
      provider: z.string(),
      recordings: z.number().int(),
      bytes: z.number(),
    }),
  ),
  /** The latest one, or null. */
  move: z
    .object({
      id: rowId(),
      status: z.enum(['running', 'stopped', 'done', 'failed']),
      provider: z.string(),
      moved: z.number().int(),
      remaining: z.number().int(),
      note: z.string().nullable(),
      startedAt: z.string(),
      endedAt: z.string().nullable(),
      failed: z.number().int(),
      failures: z.array(failure),
    })
    .nullable(),
})
export type RecordingsMove = z.infer<typeof recordingsMove>

export const getRecordingsMove = endpoint('GET /api/admin/recordings/move-all', {
  access,
  shows: ['move', 'integration'],
  freshness: 'while-shown',
  summary: 'Recordings per storage provider, and the progress of the latest move',
  response: recordingsMove,
})

export const moveRecordings = endpoint('POST /api/admin/recordings/move-all', {
  access,
  changes: ['move'],
  summary: 'Move all recordings to the active provider, in the background',
  errorCodes: ['conflict'],
  response: recordingsMove,
})

export const stopMovingRecordings = endpoint('POST /api/admin/recordings/move-all/stop', {
  access,
  changes: ['move'],
  summary: 'Stop moving recordings; those already moved stay moved',
  response: recordingsMove,
})
