import { isDeepStrictEqual } from 'node:util'
import { type BriefContent, canPrepare, type SessionBrief } from '#contract/briefs/briefs.ts'
import { lockSession, requireSessionChange } from '../../platform/access.ts'
import { audit, auditOpening, auditPlan } from '../audit/audit.ts'
import { hasConsent } from '../../platform/consent.ts'
import { whyBlocked } from '../consents/blocked-work.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { listNotesForBrief, requireSubject } from '../notes/notes.queries.ts'
import { mentionedSessions } from './brief-content.ts'
import { briefRow, insertBrief } from './briefs.queries.ts'
import { lockIfAllExist } from '../prompts/run/lock-sessions.queries.ts'
import { modelName } from '../../providers/llm/models/model-request.ts'
import { findUnsupported } from './find-unsupported.ts'
import { type Facts, getPromptFacts } from '../prompts/run/facts.ts'
import { findActiveTemplate } from '../prompts/prompts.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'installation' | 'providers'>

const none: SessionBrief = {
  status: 'none',
  content: null,
  text: null,
  unsupported: [],
  model: null,
  sentence: null,
  includesNotes: false,
  notes: [],
  madeAt: null,
  madeBy: null,
  isStale: false,
}

export const factsForBrief = (
  { db, installation: { timeZone } }: Pick<Needs, 'db' | 'installation'>,
  sessionId: string,
  /** Whose private notes are facts too. */
  notesOf?: string,
) => getPromptFacts(db, { sessionId, timeZone, now: new Date(), audioTranscript: '', notesOf })

/** Quotes come from transcripts, which are audited as opened. */
export async function openBrief(
  deps: Pick<Needs, 'db' | 'installation'>,
  actor: Actor,
  sessionId: string,
): Promise<SessionBrief> {
  const { db } = deps
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const row = await briefRow(db, sessionId)
  if (!row) return none
  const { status, content, mentionedSessions: rowIds, provider, includesNotes } = row
  const { sentence, madeAt, madeBy } = row
  const shown = { sentence, madeAt, madeBy, includesNotes }
  if (content && !content.isWithoutWords && !(await hasConsent(db, clientId, 'analysis')))
    return none
  if (content) await auditPlan(db, actor, clientId)
  if (content && rowIds.length)
    await auditOpening(db, actor, {
      action: 'transcript-opened',
      table: 'session',
      rowIds,
      clientId,
    })
  const isOwn = row.makerId === actor.userId && !actor.originalUserId
  const notes =
    content && includesNotes && isOwn
      ? await listNotesForBrief(db, { userId: actor.userId, sessionId })
      : []
  if (status === 'waiting')
    return { ...none, ...shown, content, notes, text: null, status: 'making' }
  const { text, source } = includesNotes
    ? { text: isOwn ? row.privateText : null, source: row.privateSource }
    : row
  const isStale = content !== null && (await hasChanged(deps, sessionId, content))
  const labels = [...(content?.metrics ?? []), ...(content?.burnout ? [content.burnout] : [])]
  return {
    ...shown,
    ...{ content, notes, text, isStale },
    model: provider && modelName(row.model, provider),
    unsupported: findUnsupported(
      text ?? '',
      source ?? '',
      labels.map(({ label }) => label),
    ),
    status: status === 'failed' ? 'failed' : 'done',
  }
}

/** The brief of a past session stays as it was. */
async function hasChanged(
  deps: Pick<Needs, 'db' | 'installation'>,
  sessionId: string,
  content: BriefContent,
) {
  const facts = await factsForBrief(deps, sessionId)
  if (!canPrepare(facts.session)) return false
  return !isDeepStrictEqual(content, JSON.parse(JSON.stringify(await facts.brief())))
}

/**
 * Builds the brief by rules; a connected language model adds its text later. Throws conflict for a past session, and not-allowed
 * where somebody else's notes would be included.
 */
export async function prepare(
  deps: Needs,
  actor: Actor,
  sessionId: string,
  includesNotes: boolean,
) {
  const { db, queue } = deps
  const { clientId: ofClient } = await requireSessionChange(db, actor, sessionId)
  if (includesNotes && !(await isOwnClient(db, actor, ofClient)))
    throw new AppError('not-allowed', 'Only the coach can include private notes.')
  const facts = await factsForBrief(deps, sessionId)
  if (!canPrepare(facts.session))
    throw new AppError('conflict', 'Only upcoming sessions can be prepared.')
  const content = await facts.brief()
  const isWritten = await mayBeWritten(deps, facts)
  await inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    const isWithoutWords = !(await hasConsent(tx, clientId, 'analysis'))
    if (
      isWithoutWords !== content.isWithoutWords ||
      !(await lockIfAllExist(tx, mentionedSessions(content)))
    )
      throw new AppError('conflict', 'The plan has just been changed. Please try again.')
    const id = await insertBrief(tx, actor, { sessionId, content, isWritten, includesNotes })
    if (id) await queue.add(tx, 'prepare-session', { id })
    await audit(tx, actor, {
      action: 'session-prepared',
      table: 'session',
      rowId: sessionId,
      clientId,
      ...(includesNotes && { details: { includesNotes } }),
    })
  })
  return openBrief(deps, actor, sessionId)
}

/** Whether the actor is the client’s coach, in person. */
const isOwnClient = async (db: Deps['db'], actor: Actor, clientId: string) =>
  !actor.originalUserId &&
  !actor.apiToken &&
  requireSubject(db, { userId: actor.userId, clientId }).then(
    () => true,
    () => false,
  )

/** Whether a language model is connected, with an active prompt. */
async function hasWriter({ db, providers }: Pick<Needs, 'db' | 'providers'>) {
  const active = await providers.findActive('ai_analysis')
  if (!active || active.adapter.isByRules) return false
  return (await findActiveTemplate(db, 'session_preparation')) !== undefined
}

/** With a language model that may get words of the client. */
const mayBeWritten = async (deps: Pick<Needs, 'db' | 'providers'>, facts: Facts) =>
  (await facts.givenPurposes()).has('outside_analysis') &&
  (await whyBlocked(deps.db, deps.providers, facts.session.clientId, 'ai_analysis')) === null &&
  hasWriter(deps)

/** Undefined if no model writes. */
export async function templateFor(deps: Pick<Needs, 'db' | 'providers'>, facts: Facts) {
  if (!(await mayBeWritten(deps, facts))) return undefined
  return findActiveTemplate(deps.db, 'session_preparation')
}
