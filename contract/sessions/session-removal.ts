import { z } from 'zod'
import { idOnly } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { sessionDetail, transcripts } from './sessions.ts'

export const cancelSession = endpoint('POST /api/sessions/{id}/cancellation', {
  access: staff,
  opens: ['plan-opened'],
  changes: ['session'],
  summary:
    'Cancel a session that has not begun: it is archived, and client and coach are told; `isArchived: false` undoes it',
  params: idOnly,
  errorCodes: ['conflict'],
  response: sessionDetail,
})

export const deleteSession = endpoint('DELETE /api/sessions/{id}', {
  access: staff,
  changes: ['session'],
  summary: 'Delete a session with its recording, transcripts and metric values',
  params: idOnly,
  response: z.object({ ok: z.literal(true) }),
})

export const deleteRecording = endpoint('DELETE /api/sessions/{id}/recording', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  changes: ['session'],
  summary: 'Delete the recording of a session; its transcripts stay',
  params: idOnly,
  query: transcripts,
  errorCodes: ['conflict'],
  response: sessionDetail,
})
