import { daysOf, retained, type RetainedKind } from '#contract/retention.ts'
import {
  executionMayExpire,
  expireRecordings,
  expireTranscripts,
  recordingMayExpire,
  transcriptMayExpire,
} from './expire-content.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

type Rule = {
  /** Unless it is the name of the kind. */
  table?: string
  key: 'id' | 'key_hash'
  /** Column from which the days count. */
  since: string
  /** Additional condition for deletion. */
  onlyIf?: RawBuilder<SqlBool>
  /** Instead of deleting the rows. */
  expire?: (tx: Db, ids: readonly string[]) => Promise<void>
}

/**
 * Every kind of row that expires. The table `retention` has the default days, which an administrator can override
 * (contract/retention.ts).
 */
const rules = {
  login: { key: 'id', since: 'expires_at' },
  password_reset: { key: 'id', since: 'expires_at' },
  pending_login: { key: 'id', since: 'expires_at' },
  trusted_browser: { key: 'id', since: 'expires_at' },
  email_change: { key: 'id', since: 'expires_at' },
  rate_limit: { key: 'key_hash', since: 'full_at' },
  // Waiting messages are not delivered yet.
  message: { key: 'id', since: 'created_at', onlyIf: sql<SqlBool>`status <> 'waiting'` },
  execution: { key: 'id', since: 'executed_at', onlyIf: executionMayExpire },
  recording: {
    ...{ key: 'id', since: 'created_at' },
    ...{ onlyIf: recordingMayExpire, expire: expireRecordings },
  },
  transcript: {
    ...{ table: 'session', key: 'id', since: 'session_date' },
    ...{ onlyIf: transcriptMayExpire, expire: expireTranscripts },
  },
  // Waiting briefs are empty.
  session_brief: { key: 'id', since: 'made_at', onlyIf: sql<SqlBool>`status <> 'waiting'` },
  audit_entry: { key: 'id', since: 'created_at' },
  plan_change: { key: 'id', since: 'created_at' },
  egress: { key: 'id', since: 'created_at' },
  transcript_draft: { key: 'id', since: 'saved_at' },
  // Versions of deleted templates that no execution refers to.
  template_version: {
    key: 'id',
    since: 'created_at',
    onlyIf: sql<SqlBool>`template_id is null
      and not exists (select from execution where execution.template_version_id = template_version.id)`,
  },
  reminder: { key: 'id', since: 'at' },
  presence: { key: 'id', since: 'seen_at' },
  event_stream: { key: 'id', since: 'expires_at' },
  idempotent_request: { key: 'key_hash', since: 'created_at' },
} satisfies Record<string, Rule> & Record<RetainedKind, Rule>

export const retainedKinds = Object.keys(rules) as (keyof typeof rules)[]

/** Rows deleted in one transaction. */
const batchSize = 2_000

/** Deletes expired rows. Can be aborted between two batches. */
export async function applyRetention(db: Db, signal: AbortSignal) {
  const daysByKind = await getRetentionDays(db)
  for (const kind of retainedKinds) {
    const days = daysByKind.get(kind)
    if (days === undefined || days === null) continue
    let removed = batchSize
    while (!signal.aborted && removed === batchSize) removed = await deleteBatch(db, kind, days)
  }
}

/** Null means forever. Invalid settings are ignored. */
async function getRetentionDays(db: Db) {
  const [usual, set] = [
    await db.selectFrom('retention').select(['kind', 'days']).execute(),
    await db.selectFrom('setting').select(['name', 'value']).execute(),
  ]
  const valueOf = new Map(set.map(({ name, value }) => [name, value]))
  return new Map(
    usual.map(({ kind, days }) => {
      const name = `retention.${kind}`
      if (!isRetained(kind) || !valueOf.has(name)) return [kind, days]
      const { success, data } = daysOf(kind).safeParse(valueOf.get(name))
      return [kind, success ? data : days]
    }),
  )
}

const isRetained = (kind: string): kind is RetainedKind => kind in retained

/** Number of rows older than `days`, up to `most`, and the time of the oldest. */
export async function countExpired(db: Db, kind: RetainedKind, days: number, most: number) {
  const { table = kind, since, onlyIf = sql<SqlBool>`true` }: Rule = rules[kind]
  const { rows } = await sql<{ rows: number; oldest: string | null }>`
    select count(*)::integer as rows, min(since) as oldest from (
      select ${sql.ref(since)} as since from ${sql.table(table)}
      where ${sql.ref(since)} < now() - ${days} * interval '1 day' and ${onlyIf}
      order by ${sql.ref(since)} limit ${most}
    ) as overdue`.execute(db)
  return rows[0] ?? { rows: 0, oldest: null }
}

/** Skips locked rows until the next run. */
const deleteBatch = (db: Db, kind: keyof typeof rules, days: number) =>
  inTransaction(db, async (tx) => {
    const { table = kind, key, since, onlyIf = sql<SqlBool>`true`, expire }: Rule = rules[kind]
    const expired = sql<{ key: string }>`
      select ${sql.ref(key)} as key from ${sql.table(table)}
      where ${sql.ref(since)} < now() - ${days} * interval '1 day' and ${onlyIf}
      order by ${sql.ref(since)} limit ${batchSize} for update skip locked`
    if (expire) {
      const { rows } = await expired.execute(tx)
      const ids = rows.map((row) => row.key)
      if (ids.length) await expire(tx, ids)
      return ids.length
    }
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (${expired})`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
