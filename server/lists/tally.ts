import { type RawBuilder, sql } from 'kysely'
import { mostCounted } from '#contract/paging.ts'
import { type Db, plannedAnew } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'

/** `isAbout`: an estimate. */
export type Count = { number: number; isAbout: boolean }

/** How many there are of what the database keeps count of (migrations 0019 and 0020), as a value in a query. */
export const tallied = (things: string | RawBuilder<string>, of: unknown = sql`''`) =>
  sql<number>`(select coalesce(sum(number), 0)::bigint from tally where things = ${things} and of = ${of})`

const tallyOf = prepared((db, things: RawBuilder<string>, of: RawBuilder<string>) =>
  db.selectNoFrom(tallied(things, of).as('number')),
)

export async function readTally(db: Db, things: string, of = ''): Promise<Count> {
  const [tally] = await tallyOf(db, things, of)
  return { number: tally?.number ?? 0, isAbout: false }
}

/** Where the planner expects so many, there are more than are counted; then they are not counted in vain. */
const surelyMore = 5 * mostCounted

type Counted = {
  all: () => RawBuilder<unknown>
  /** Counts them, but no further than that. */
  upTo: (most: number) => Promise<number>
  /** They may be few whatever the planner expects: it is asked only when they turn out to be many. */
  isUnsure?: boolean
}

/** Counts rows up to a bound, and asks the planner about those beyond it. */
export async function countUpTo(db: Db, { all, upTo, isUnsure = false }: Counted): Promise<Count> {
  const expected = isUnsure ? undefined : await estimateOf(db, all())
  if (expected !== undefined && expected > surelyMore)
    return { number: inRound(expected), isAbout: true }
  const number = await upTo(mostCounted + 1)
  if (number <= mostCounted) return { number, isAbout: false }
  const about = inRound(expected ?? (await estimateOf(db, all())))
  return { number: Math.max(about, mostCounted), isAbout: true }
}

/** How many rows a statement finds. */
export const counted = (rows: RawBuilder<unknown>) =>
  sql<{ number: number }>`${plannedAnew} select count(*) as number from (${rows}) as counted`

/** How many the planner expects. */
export async function estimateOf(db: Db, rows: RawBuilder<unknown>) {
  const { rows: plans } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`${plannedAnew} explain (format json) ${rows}`.execute(db)
  return plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** With two digits: an estimate knows no more. */
const inRound = (number: number) => Number(number.toPrecision(2))
