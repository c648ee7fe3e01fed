import { type Language, localLanguage } from '#contract/transcriptions/transcription-hints.ts'
import {
  maxVoices,
  otherLanguagesHint,
  type Transcription,
  type TranscriptionEvent,
} from '#contract/transcriptions/transcriptions.ts'
import { lockSession, requireSessionDay } from '../../platform/access.ts'
import { requireAllowed } from '../../platform/consent.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { latestTranscription, getTopic } from './transcription-rows.ts'
import { recordingToTranscribe } from './run/transcribe.queries.ts'
import { effectiveHints } from './run/transcription-hints.ts'
import {
  cancelTranscriptions,
  insertTranscription,
  isAnyInProgress,
} from './transcriptions.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'installation' | 'providers'>
type Work = { sessionId: string; speakers: number | null; language: Language | null }

/**
 * Queues a transcription of the session's recording; `speakers` null: detect. Throws conflict without a recording, or
 * when one is in progress; no-consent; unprocessable if the provider does not support the language.
 */
export const start = (deps: Needs, actor: Actor, work: Work) =>
  inTransaction(deps.db, async (tx) => {
    const { clientId, ...session } = await lockSession(tx, actor, work.sessionId)
    requireSessionDay(session, deps.installation.timeZone)
    const active = await deps.providers.findActive('transcription')
    return insert(tx, deps, actor, { ...work, clientId, provider: active?.provider })
  })

type Who = Pick<Actor, 'userId' | 'originalUserId'> & Partial<Pick<Actor, 'address'>>

/** As start, after a recording was made here. Does nothing where it may not start, which is nobody's mistake. */
export async function startByItself(
  tx: Db,
  deps: Omit<Needs, 'db'>,
  who: Who,
  work: Work & { clientId: string },
) {
  const active = await deps.providers.findActive('transcription')
  if (!active) return
  const speakers = work.speakers && Math.min(work.speakers, maxVoices)
  await insert(tx, deps, who, { ...work, speakers, provider: active.provider }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
    },
  )
}

async function insert(
  tx: Db,
  { queue, installation }: Omit<Needs, 'db'>,
  who: Who,
  { clientId, provider, ...work }: Work & { clientId: string; provider: string | undefined },
) {
  const { sessionId, language } = work
  if (provider) await requireAllowed(tx, { clientId }, 'transcription', provider)
  if (!(await recordingToTranscribe(tx, { sessionId })))
    throw new AppError('conflict', 'This session has no recording to transcribe.')
  const hints = await effectiveHints(tx, installation, { sessionId, language })
  requireSupportedLanguage(provider, hints.language)
  const note = (await isAnyInProgress(tx)) ? 'Waiting for another transcription to finish' : null
  const started = await insertTranscription(tx, { ...work, note, requestedBy: who.userId })
  if (!started) throw new AppError('conflict', 'This recording is already being transcribed.')
  await queue.add(tx, 'transcribe', { id: started.id })
  await audit(tx, who, {
    action: 'transcription-started',
    table: 'transcription',
    rowId: started.id,
    clientId,
  })
  await announce(tx, getTopic(sessionId))
  return started
}

/** The local engine would transcribe another language as invented English. */
function requireSupportedLanguage(
  provider: string | undefined,
  language: Language | undefined = localLanguage,
) {
  if (language === localLanguage || provider !== 'local') return
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)
  throw new AppError(
    'unprocessable',
    `Transcription on this machine only supports English, and this session is in ${name}. ${otherLanguagesHint}`,
  )
}

/** Throws conflict when none is in progress. */
export const cancel = (
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  sessionId: string,
) =>
  inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    const [cancelled] = await cancelTranscriptions(tx, queue, [sessionId])
    if (!cancelled) throw new AppError('conflict', 'No transcription is in progress.')
    await audit(tx, actor, {
      action: 'transcription-cancelled',
      table: 'transcription',
      rowId: cancelled.id,
      clientId,
    })
    return cancelled
  })

/** The status of the newest transcription as an event; undefined if there is none. */
export async function latestEvent(db: Db, sessionId: string) {
  const latest = await latestTranscription(db, sessionId)
  if (!latest) return undefined
  const event = toEvent(latest)
  // A second transcription may end like the first, and is a new event.
  return { key: latest.id + JSON.stringify(event), event }
}

function toEvent({ status, progress, note, error }: Transcription): TranscriptionEvent {
  switch (status) {
    case 'waiting':
    case 'running':
      return { type: 'transcription-progress', progress, note }
    case 'completed':
      return { type: 'transcription-complete' }
    case 'failed':
      return { type: 'transcription-failed', error: error ?? 'Failed to transcribe recording' }
    case 'cancelled':
      return { type: 'transcription-cancelled' }
  }
}
