import { sessionCan, type SessionStatus } from '#contract/sessions.ts'
import { lockSession } from '../access.ts'
import { audit, auditTranscripts } from '../audit/audit.ts'
import { announce } from '../db/notify.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { type RowRead, stale } from '../db/row-version.ts'
import { topicOf } from '../transcriptions/transcription-rows.ts'
import {
  changeStatus,
  removeRecording,
  isBeingTranscribed,
  keepConversation,
  removeSession,
  sessionDetailOf,
  statusOf,
} from './sessions.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'queue'>
type ChosenStatus = Exclude<SessionStatus, 'scheduled'>

type Transcripts = 'include' | 'omit'

/** The session as it is now. Its transcripts, where they are in the answer, count as opened. */
export async function openSession(deps: Needs, actor: Actor, id: string, transcripts: Transcripts) {
  const session = await sessionDetailOf(deps, actor, id, transcripts)
  await auditTranscripts(deps.db, actor, session.clientId, [session])
  return session
}

/**
 * Saves the conversation, then changes the state. Throws stale where somebody else saved the conversation since it was
 * read, conflict where `sessionCan` forbids the change.
 */
export async function changeSession(
  deps: Needs,
  actor: Actor,
  read: RowRead,
  change: { transcribedTextScripted?: string | undefined; status?: ChosenStatus | undefined },
  transcripts: Transcripts,
) {
  const { id } = read
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    const log = { table: 'session', rowId: id, clientId }
    if (change.transcribedTextScripted !== undefined) {
      if (!(await keepConversation(tx, read, change.transcribedTextScripted)))
        throw stale('conversation')
      await audit(tx, actor, { action: 'conversation-saved', ...log })
    }
    if (change.status === undefined) return
    const { status } = await statusOf(tx, id)
    if (status === change.status) return
    requireAllowed(status, change.status)
    await changeStatus(tx, id, change.status)
    await audit(tx, actor, {
      action: 'session-changed',
      ...log,
      details: { from: status, to: change.status },
    })
  })
  return openSession(deps, actor, id, transcripts)
}

const changes = {
  open: ['reopen', 'reopened'],
  completed: ['complete', 'completed'],
  archived: ['archive', 'archived'],
} as const

function requireAllowed(status: SessionStatus, wanted: ChosenStatus) {
  const [verb, participle] = changes[wanted]
  if (!sessionCan[verb]({ status }))
    throw new AppError('conflict', `A session that is ${status} cannot be ${participle}.`)
}

/** Deletes the session with its recording and transcripts; a transcription under way finds nothing left and ends. */
export async function deleteSession({ db, queue }: Needs, actor: Actor, id: string) {
  await inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    if (await removeRecording(tx, id)) await queue.add(tx, 'sweep', {})
    await removeSession(tx, id)
    await announce(tx, topicOf(id))
    await audit(tx, actor, { action: 'session-deleted', table: 'session', rowId: id, clientId })
  })
}

/** Deletes the recording; transcripts stay. Throws conflict while it is being transcribed, not-found when there is none. */
export async function deleteRecording(
  deps: Needs,
  actor: Actor,
  id: string,
  transcripts: Transcripts,
) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    if (await isBeingTranscribed(tx, id))
      throw new AppError(
        'conflict',
        'This recording is being transcribed. Cancel the transcription first.',
      )
    if (!(await removeRecording(tx, id)))
      throw new AppError('not-found', 'This session has no recording.')
    await deps.queue.add(tx, 'sweep', {})
    await audit(tx, actor, { action: 'recording-deleted', table: 'session', rowId: id, clientId })
  })
  return openSession(deps, actor, id, transcripts)
}
