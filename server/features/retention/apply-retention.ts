import { daysOf, retained, type RetainedKind } from '#contract/retention.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

type Rule = {
  key: 'id' | 'key_hash'
  /** When the days of a row begin. */
  since: string
  /** What goes however old it is, and nothing else. */
  onlyIf?: RawBuilder<SqlBool>
}

/**
 * Every kind of row that does not live for good by itself. How many days it has stands in the table `retention`, unless
 * an administrator has set others (contract/retention.ts).
 */
const rules = {
  login: { key: 'id', since: 'expires_at' },
  password_reset: { key: 'id', since: 'expires_at' },
  rate_limit: { key: 'key_hash', since: 'full_at' },
  // One that still waits has not been brought yet.
  message: { key: 'id', since: 'created_at', onlyIf: sql<SqlBool>`status <> 'waiting'` },
  execution: { key: 'id', since: 'executed_at' },
  // One that is still to be made holds nothing.
  session_brief: { key: 'id', since: 'made_at', onlyIf: sql<SqlBool>`status <> 'waiting'` },
  audit_entry: { key: 'id', since: 'created_at' },
  plan_change: { key: 'id', since: 'created_at' },
  egress: { key: 'id', since: 'created_at' },
  transcript_draft: { key: 'id', since: 'saved_at' },
  // The texts of a template that is gone, of which no execution tells.
  template_version: {
    key: 'id',
    since: 'created_at',
    onlyIf: sql<SqlBool>`template_id is null
      and not exists (select from execution where execution.template_version_id = template_version.id)`,
  },
  // What somebody was told, until long after it was to be.
  reminder: { key: 'id', since: 'at' },
  presence: { key: 'id', since: 'seen_at' },
  idempotent_request: { key: 'key_hash', since: 'created_at' },
} satisfies Record<string, Rule> & Record<RetainedKind, Rule>

export const retainedKinds = Object.keys(rules) as (keyof typeof rules)[]

/** Rows of one transaction: a purge of millions keeps nobody waiting. */
const usualBatch = 2_000

/** Removes what is older than is said. Stops between two batches. */
export async function obeyRetention(db: Db, signal: AbortSignal, batch = usualBatch) {
  const inForce = await daysInForce(db)
  for (const kind of retainedKinds) {
    const days = inForce.get(kind)
    if (days === undefined || days === null) continue
    let removed = batch
    while (!signal.aborted && removed === batch) removed = await removeSome(db, kind, days, batch)
  }
}

/** What is set stands before what is usual; null is for good. A value that may not be set is as if nobody had set it. */
async function daysInForce(db: Db) {
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

/** How many rows are older than so many days; no more than `most` are counted. */
export async function countOverdue(db: Db, kind: RetainedKind, days: number, most: number) {
  const { since, onlyIf = sql<SqlBool>`true` }: Rule = rules[kind]
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${sql.table(kind)}
      where ${sql.ref(since)} < now() - ${days} * interval '1 day' and ${onlyIf} limit ${most}
    ) as overdue`.execute(db)
  return rows[0]?.count ?? 0
}

/** What somebody holds right now is left for the next time. */
const removeSome = (db: Db, kind: keyof typeof rules, days: number, batch: number) =>
  inTransaction(db, async (tx) => {
    const { key, since, onlyIf = sql<SqlBool>`true` }: Rule = rules[kind]
    const { numAffectedRows } = await sql`
      delete from ${sql.table(kind)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(kind)}
        where ${sql.ref(since)} < now() - ${days} * interval '1 day' and ${onlyIf}
        order by ${sql.ref(since)} limit ${batch} for update skip locked
      )`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
