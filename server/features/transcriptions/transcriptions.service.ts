import { type Language, localLanguage } from '#contract/transcription-hints.ts'
import {
  otherLanguages,
  type Transcription,
  type TranscriptionEvent,
} from '#contract/transcriptions.ts'
import { lockSession, requireSessionDay } from '../../platform/access.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { latestTranscription, topicOf } from './transcription-rows.ts'
import { recordingToTranscribe } from './run/transcribing.queries.ts'
import { hintsInForce } from './run/transcription-hints.ts'
import { cancelUnderWay, insertTranscription, isAnyUnderWay } from './transcriptions.queries.ts'

/**
 * Queues a transcription of the session's recording; `voices` null: their number is to be found out. Throws conflict
 * without a recording, or when one is under way; unprocessable where the provider does not know the language.
 */
export const start = (
  { db, queue, installation, providers }: Pick<Deps, 'db' | 'queue' | 'installation' | 'providers'>,
  actor: Actor,
  {
    sessionId,
    voices,
    language,
  }: { sessionId: string; voices: number | null; language: Language | null },
) =>
  inTransaction(db, async (tx) => {
    const { clientId, ...session } = await lockSession(tx, actor, sessionId)
    requireSessionDay(session, installation.timeZone)
    if (!(await recordingToTranscribe(tx, { sessionId })))
      throw new AppError('conflict', 'There is no recording to transcribe.')
    const hints = await hintsInForce(tx, installation, { sessionId, language })
    await requireKnownLanguage(providers, hints.language)
    const note = (await isAnyUnderWay(tx)) ? 'Waiting for another transcription to finish' : null
    const started = await insertTranscription(tx, {
      ...{ sessionId, voices, language, note },
      requestedBy: actor.userId,
    })
    if (!started) throw new AppError('conflict', 'This recording is being transcribed already.')
    await queue.add(tx, 'transcribe', { transcriptionId: started.id })
    await audit(tx, actor, {
      action: 'transcription-started',
      table: 'transcription',
      rowId: started.id,
      clientId,
    })
    await announce(tx, topicOf(sessionId))
    return started
  })

/** The engine on this machine would make fluent English of another language. */
async function requireKnownLanguage(
  providers: Deps['providers'],
  language: Language | undefined = localLanguage,
) {
  if (language === localLanguage) return
  const active = await providers.active('transcription').catch(() => undefined)
  if (active?.provider !== 'local') return
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)
  throw new AppError(
    'unprocessable',
    `The transcription on this machine only knows English, and this session is in ${name}. ${otherLanguages}`,
  )
}

/** Throws conflict when none is under way. The engine stops at its worker's next sign of life. */
export const cancel = ({ db }: Pick<Deps, 'db'>, actor: Actor, sessionId: string) =>
  inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    const cancelled = await cancelUnderWay(tx, sessionId)
    if (!cancelled) throw new AppError('conflict', 'There is no transcription under way.')
    await audit(tx, actor, {
      action: 'transcription-cancelled',
      table: 'transcription',
      rowId: cancelled.id,
      clientId,
    })
    await announce(tx, topicOf(sessionId))
    return cancelled
  })

/** How the newest transcription of a session stands, as an event; undefined where there has been none. */
export async function newsOf(db: Db, sessionId: string) {
  const latest = await latestTranscription(db, sessionId)
  if (!latest) return undefined
  const event = eventOf(latest)
  // A second transcription may end as the first did: that is news all the same.
  return { key: latest.id + JSON.stringify(event), event }
}

function eventOf({ status, progress, note, error }: Transcription): TranscriptionEvent {
  switch (status) {
    case 'waiting':
    case 'running':
      return { type: 'transcription-progress', progress, note }
    case 'completed':
      return { type: 'transcription-complete' }
    case 'failed':
      // "Failed to transcribe recording" (specification part 2, section 8)
      return { type: 'transcription-failed', error: error ?? 'Failed to transcribe recording' }
    case 'cancelled':
      return { type: 'transcription-cancelled' }
  }
}
