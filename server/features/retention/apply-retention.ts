import { type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  graceDays,
  retained,
  type RetainedKind,
  type RetentionRule,
  toRetentionRule,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import {
  briefMayExpire,
  executionMayExpire,
  feedbackMayExpire,
  expireRecordings,
  expireTranscripts,
  recordingMayExpire,
  transcriptMayExpire,
} from './expire-content.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { sweepDiscarded } from '../recordings/storage/sweep-storage.ts'

type Rule = {
  /** Unless it is the name of the kind. */
  table?: string
  key: 'id' | 'key_hash' | 'session_id'
  /** Column from which the days count. */
  since: string
  /** Id of the client, of what may be kept until the coaching ends. */
  client?: RawBuilder<string | null>
  /** Additional condition for deletion. */
  onlyIf?: RawBuilder<SqlBool>
  /** Instead of deleting the rows. */
  expire?: (tx: Db, ids: readonly string[], queue: Queue) => Promise<void>
}

const clientOfSession = (table: string) =>
  sql<string>`(select client_id from session where session.id = ${sql.ref(`${table}.session_id`)})`

/**
 * Every kind of row that expires. The table `retention` has the default days, which an administrator can override
 * (contract/retention/retention.ts).
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
  execution: {
    ...{ key: 'id', since: 'executed_at', onlyIf: executionMayExpire },
    client: sql`case when context_id ~ '^[0-9a-f-]{36}$' then context_id::uuid end`,
  },
  recording: {
    ...{ key: 'id', since: 'created_at', client: clientOfSession('recording') },
    ...{ onlyIf: recordingMayExpire, expire: expireRecordings },
  },
  transcript: {
    ...{ table: 'session', key: 'id', since: 'session_date', client: sql`session.client_id` },
    ...{ onlyIf: transcriptMayExpire, expire: expireTranscripts },
  },
  session_brief: {
    ...{ key: 'id', since: 'made_at', onlyIf: briefMayExpire },
    client: clientOfSession('session_brief'),
  },
  feedback: {
    ...{ key: 'session_id', since: 'given_at', onlyIf: feedbackMayExpire },
    client: clientOfSession('feedback'),
  },
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
  known_session: { key: 'id', since: 'session_date' },
  session_request: { key: 'id', since: 'requested_at' },
  presence: { key: 'id', since: 'seen_at' },
  event_stream: { key: 'id', since: 'expires_at' },
  idempotent_request: { key: 'key_hash', since: 'created_at' },
} satisfies Record<string, Rule> & Record<RetainedKind, Rule>

export const retainedKinds = Object.keys(rules) as (keyof typeof rules)[]

/** Rows deleted in one transaction. */
const batchSize = 2_000

type Job = { signal: AbortSignal; onError: (error: Error) => void }

/** Deletes expired rows, then the files of recordings. Can be aborted between two batches. */
export async function applyRetention(
  { db, providers, queue }: Pick<Deps, 'db' | 'providers' | 'queue'>,
  { signal, onError }: Job,
) {
  const ruleByKind = await getRetentionRules(db)
  for (const kind of retainedKinds) {
    const rule = ruleByKind.get(kind)
    if (rule === undefined || rule === null) continue
    let removed = batchSize
    while (!signal.aborted && removed === batchSize)
      removed = await deleteBatch(db, queue, kind, rule)
  }
  if (!signal.aborted) await sweepDiscarded({ db, providers }, onError)
}

/** Null means forever. Invalid settings are ignored. */
async function getRetentionRules(db: Db) {
  const [usual, set] = [
    await db.selectFrom('retention').select(['kind', 'days']).execute(),
    await db.selectFrom('setting').select(['name', 'value']).execute(),
  ]
  const valueByName = new Map(set.map(({ name, value }) => [name, value]))
  return new Map(
    usual.map(({ kind, days }): [string, RetentionRule] => {
      const name = `retention.${kind}`
      if (!isRetained(kind) || !valueByName.has(name)) return [kind, days]
      const { success, data } = toRetentionRule(kind).safeParse(valueByName.get(name))
      return [kind, success ? data : days]
    }),
  )
}

const isRetained = (kind: string): kind is RetainedKind => kind in retained

type DeletingRule = NonNullable<RetentionRule>

/** Whether a row is older than the rule allows. After the end of a coaching even what is added later has the days of grace. */
function isExpired(kind: keyof typeof rules, rule: DeletingRule) {
  const { table = kind, since: column, client, onlyIf = sql<SqlBool>`true` }: Rule = rules[kind]
  const since = sql.ref(`${table}.${column}`)
  const days = (count: number) => sql`now() - ${count} * interval '1 day'`
  if (rule !== untilCoachingEnds) return sql<SqlBool>`${since} < ${days(rule)} and ${onlyIf}`
  if (!client) return sql<SqlBool>`false`
  return sql<SqlBool>`exists (
    select from ended_coaching
    where ended_coaching.client_id = ${client} and greatest(ended_at, ${since}) < ${days(graceDays)}
  ) and ${onlyIf}`
}

type Counted = { kind: RetainedKind; rule: DeletingRule; most: number }

/** Number of rows that a rule deletes now, up to `most`, and the time of the oldest. */
export async function countExpired(db: Db, { kind, rule, most }: Counted) {
  const { table = kind, since }: Rule = rules[kind]
  const { rows } = await sql<{ rows: number; oldest: string | null }>`
    select count(*)::integer as rows, min(since) as oldest from (
      select ${sql.ref(since)} as since from ${sql.table(table)}
      where ${isExpired(kind, rule)}
      order by ${sql.ref(since)} limit ${most}
    ) as overdue`.execute(db)
  return rows[0] ?? { rows: 0, oldest: null }
}

/** What the end of the coaching deletes of a client by the rules in force, now or later, and the time of the oldest. */
export async function countDeletedAtEnd(db: Db, clientId: string) {
  const ruleByKind = await getRetentionRules(db)
  const kinds = retainedKinds.filter((kind) => ruleByKind.get(kind) === untilCoachingEnds)
  return Promise.all(
    kinds.filter(isRetained).map(async (kind) => {
      const { table = kind, since, client, onlyIf = sql<SqlBool>`true` }: Rule = rules[kind]
      const { rows } = await sql<{ rows: number; oldest: string | null }>`
        select count(*)::integer as rows, min(${sql.ref(since)}) as oldest from ${sql.table(table)}
        where ${client} = ${clientId} and ${onlyIf}`.execute(db)
      return { kind, rows: 0, oldest: null, ...rows[0] }
    }),
  )
}

/** Skips locked rows until the next run. */
const deleteBatch = (db: Db, queue: Queue, kind: keyof typeof rules, rule: DeletingRule) =>
  inTransaction(db, async (tx) => {
    const { table = kind, key, since, expire }: Rule = rules[kind]
    const expired = sql<{ key: string }>`
      select ${sql.ref(key)} as key from ${sql.table(table)}
      where ${isExpired(kind, rule)}
      order by ${sql.ref(since)} limit ${batchSize} for update skip locked`
    if (expire) {
      const { rows } = await expired.execute(tx)
      const ids = rows.map((row) => row.key)
      if (ids.length) await expire(tx, ids, queue)
      return ids.length
    }
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (${expired})`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
