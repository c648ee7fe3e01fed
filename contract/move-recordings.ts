import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'

const access = ['system_admin'] as const

/** How often one recording is tried before it is left where it is. */
export const mostMoveTries = 5
/** Failures that are told one by one. */
export const mostFailuresTold = 20

const failure = z.object({
  recordingId: rowId(),
  sessionId: rowId(),
  clientId: rowId(),
  sessionDate: z.string(),
  provider: z.string(),
  /** Why, in words. */
  error: z.string(),
  tries: z.number().int(),
  /** Null: it is not tried again. */
  nextTryAt: z.string().nullable(),
})

/** Where recordings lie, and how it stands with moving them. */
export const recordingsMove = z.object({
  active: z.object({ id: rowId(), provider: z.string() }),
  /** Recordings that do not lie with the active provider. */
  elsewhere: z.array(
    z.object({
      integrationId: rowId(),
      provider: z.string(),
      recordings: z.number().int(),
      bytes: z.number(),
    }),
  ),
  /** The last one, or null where there was none. */
  move: z
    .object({
      id: rowId(),
      /** `failed`: it was given up, after process upon process had come to nothing with it. */
      status: z.enum(['running', 'stopped', 'done', 'failed']),
      provider: z.string(),
      moved: z.number().int(),
      left: z.number().int(),
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
  // It goes on without anybody here.
  freshness: 'while-shown',
  summary: 'Where recordings lie, and how it stands with moving them to the active provider',
  response: recordingsMove,
})

export const moveRecordings = endpoint('POST /api/admin/recordings/move-all', {
  access,
  changes: ['move'],
  summary: 'Move all recordings to the active provider, in the background',
  refuses: ['conflict'],
  response: recordingsMove,
})

export const stopMovingRecordings = endpoint('POST /api/admin/recordings/move-all/stop', {
  access,
  changes: ['move'],
  summary: 'Stop moving recordings: what is moved stays so, the others stay where they are',
  response: recordingsMove,
})
