import { sql } from 'kysely'
import type { OpeningAction } from '#contract/endpoint.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'

export type AuditAction =
  | OpeningAction
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'login-ended'
  | 'other-logins-ended'
  | 'second-factor-refused'
  | 'second-factor-confirmed'
  | 'second-factor-reset'
  | 'authenticator-app-added'
  | 'authenticator-app-removed'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  | 'registered'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'factor-after-provider-chosen'
  | 'password-reset-asked'
  | 'password-reset'
  | 'password-changed'
  | 'email-change-asked'
  | 'email-changed'
  | 'impersonation-started'
  | 'impersonation-ended'
  | 'user-created'
  | 'user-changed'
  | 'user-discarded'
  | 'audit-log-exported'
  | 'message-opened'
  | 'message-sent-again'
  | 'notifications-changed'
  | 'calendar-feed-created'
  | 'calendar-feed-renewed'
  | 'calendar-feed-changed'
  | 'calendar-feed-deleted'
  | 'coach-created'
  | 'coach-changed'
  | 'coach-hours-changed'
  | 'calendar-connected'
  | 'calendar-disconnected'
  | 'time-off-added'
  | 'time-off-removed'
  | 'coach-status-changed'
  | 'coach-assigned'
  | 'coaching-ended'
  | 'coaching-resumed'
  | 'setting-changed'
  | 'integration-added'
  | 'integration-changed'
  | 'integration-switched'
  | 'integration-deleted'
  | 'integration-tested'
  | 'integration-opened'
  | 'crm-sync-started'
  | 'api-token-created'
  | 'api-token-deleted'
  | 'webhook-created'
  | 'webhook-deleted'
  | 'identity-provider-added'
  | 'identity-provider-changed'
  | 'identity-provider-deleted'
  | 'organization-created'
  | 'organization-changed'
  | 'invite-opened'
  | 'invite-rotated'
  | 'invite-shared'
  | 'invite-poster-downloaded'
  | 'family-member-added'
  | 'family-member-changed'
  | 'family-member-removed'
  | 'values-changed'
  | 'burnout-assessed'
  | 'burnout-assessment-removed'
  | 'risk-level-set'
  | 'transcription-hints-set'
  | 'session-scheduled'
  | 'session-moved'
  | 'session-cancelled'
  | 'session-requested'
  | 'session-request-answered'
  | 'session-request-withdrawn'
  | 'session-changed'
  | 'session-deleted'
  | 'session-kept'
  | 'session-released'
  | 'transcript-deleted'
  | 'recording-uploaded'
  | 'recording-joined'
  | 'recording-deleted'
  | 'recording-moved'
  | 'recordings-move-started'
  | 'recordings-move-stopped'
  | 'transcription-started'
  | 'transcription-cancelled'
  | 'transcript-changed'
  | 'transcript-replaced'
  | 'new-transcript-discarded'
  | 'conversation-saved'
  | 'conversation-checked'
  | 'client-speaker-chosen'
  | 'conversation-shared'
  | 'conversation-withdrawn'
  | 'template-created'
  | 'template-changed'
  | 'template-deleted'
  | 'template-activated'
  | 'template-restored'
  | 'template-text-proposed'
  | 'template-checked'
  | 'golden-transcript-created'
  | 'golden-transcript-changed'
  | 'golden-transcript-deleted'
  | 'definition-created'
  | 'definition-changed'
  | 'definition-moved'
  | 'definition-deleted'
  | 'definition-deletion-planned'
  | 'definition-deletion-undone'
  | 'definition-deletion-retried'
  | 'model-prices-changed'
  | 'assignment-created'
  | 'assignment-changed'
  | 'assignment-deleted'
  | 'assignment-completed'
  | 'assignment-reopened'
  | 'assignment-noted'
  | 'feedback-given'
  | 'questionnaire-assigned'
  | 'questionnaire-withdrawn'
  | 'questionnaire-begun'
  | 'questionnaire-answered'
  | 'questionnaire-declined'
  | 'safety-mark-raised'
  | 'safety-mark-notified'
  | 'safety-mark-not-notified'
  | 'safety-mark-escalated'
  | 'safety-mark-acknowledged'
  | 'analysis-started'
  | 'analysis-cancelled'
  | 'consent-given'
  | 'consent-withdrawn'
  | 'consent-undone'
  | 'consent-text-added'
  | 'value-decided'
  | 'session-prepared'
  | 'former-notes-opened'
  | 'person-export-requested'
  | 'person-exported'
  | 'erasure-requested'
  | 'erasure-confirmed'
  | 'erasure-cancelled'
  | 'erasure-retried'
  | 'erasure-finished'
  | 'erasure-certificate-downloaded'

export type AuditEvent = {
  action: AuditAction
  table?: string
  rowId?: string
  clientId?: string
  details?: Record<string, string | number | boolean>
}
type AuditActor = Pick<Actor, 'userId' | 'originalUserId' | 'address' | 'apiToken'>

/**
 * Records who did what to which row, as whom and from where. `details` never contains what people said or wrote, except an
 * administrator's reason to activate a prompt that failed its check (docs/decisions/020).
 */
export const audit = (db: Db, actor: Partial<AuditActor>, what: AuditEvent) =>
  db.insertInto('auditEntry').values(toAuditEntry(actor, what)).execute()

export async function auditEach(
  db: Db,
  actor: Partial<AuditActor>,
  ids: readonly string[],
  what: (id: string) => AuditEvent,
) {
  if (ids.length)
    await db
      .insertInto('auditEntry')
      .values(ids.map((id) => toAuditEntry(actor, what(id))))
      .execute()
}

export const toAuditEntry = (
  actor: Partial<AuditActor>,
  { action, table, rowId, clientId, details = {} }: AuditEvent,
) => ({
  id: newId(),
  userId: actor.userId ?? null,
  originalUserId: actor.originalUserId ?? null,
  address: actor.address ?? null,
  action,
  tableName: table ?? null,
  rowId: rowId ?? null,
  clientId: clientId ?? null,
  details: JSON.stringify({ ...details, ...(actor.apiToken && { apiToken: actor.apiToken }) }),
})

/** Repeated reads within this time are one opening, because screens reload by themselves. */
const sameOpeningMinutes = 15

type Opening = {
  action: OpeningAction | 'invite-opened'
  table: 'client' | 'session' | 'recording' | 'execution' | 'questionnaire' | 'organization'
  rowIds: readonly string[]
  clientId?: string
  /** Openings with other details are others. */
  details?: Record<string, string | number | boolean>
}

/**
 * Logs the opening of rows, once per person, row, details and quarter of an hour. Anonymous openings are distinguished
 * by address. Concurrent openings are logged once.
 */
export async function auditOpening(db: Db, opener: Partial<AuditActor>, opening: Opening) {
  if (!(await findUnlogged(db, opener, opening)).length) return
  const { userId, originalUserId, address } = opener
  await inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, `opening ${opening.clientId} ${userId ?? address} ${originalUserId}`)
    const rowIds = await findUnlogged(tx, opener, opening)
    if (!rowIds.length) return
    await tx
      .insertInto('auditEntry')
      .values(rowIds.map((rowId) => toAuditEntry(opener, { ...opening, rowId })))
      .execute()
  })
}

/** Rows without a recent entry by the same person, or for anonymous ones the same address. */
async function findUnlogged(db: Db, opener: Partial<AuditActor>, opening: Opening) {
  const { action, rowIds } = opening
  const { userId, originalUserId, address, details } = toAuditEntry(opener, opening)
  if (!rowIds.length) return []
  const logged = await db
    .selectFrom('auditEntry')
    .select('rowId')
    .where('rowId', 'in', rowIds)
    .where('action', '=', action)
    .where(
      'createdAt',
      '>',
      sql<string>`now() - ${sql.lit(sameOpeningMinutes)} * interval '1 minute'`,
    )
    .where('userId', 'is not distinct from', userId)
    .where('originalUserId', 'is not distinct from', originalUserId)
    .where('details', '=', details)
    .$if(userId === null, (some) => some.where('address', 'is not distinct from', address))
    .execute()
  const known = new Set(logged.map((it) => it.rowId))
  return rowIds.filter((id) => !known.has(id))
}

/** For reading a plan or anything in it. */
export const auditPlan = (db: Db, actor: AuditActor, clientId: string) =>
  auditOpening(db, actor, {
    action: 'plan-opened',
    table: 'client',
    rowIds: [clientId],
    clientId,
  })

/** For clients who read their own plans and those of their family: only an administrator's reading needs an entry. */
export async function auditImpersonated(db: Db, actor: AuditActor, clientIds: readonly string[]) {
  if (actor.originalUserId !== null) for (const id of clientIds) await auditPlan(db, actor, id)
}

/** Logs only transcripts whose text is in the response. */
export const auditTranscripts = (
  db: Db,
  actor: AuditActor,
  clientId: string,
  sessions: readonly Pick<Session, 'id' | 'transcribedTextRaw' | 'transcribedTextScripted'>[],
) =>
  auditOpening(db, actor, {
    action: 'transcript-opened',
    table: 'session',
    rowIds: sessions
      .filter((it) => it.transcribedTextRaw !== null || it.transcribedTextScripted !== null)
      .map(({ id }) => id),
    clientId,
  })
