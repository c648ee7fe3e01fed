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

/** Counts rows up to a bound, and asks the planner about those beyond it. `upTo` are so many of all. */
export async function countUpTo(
  db: Db,
  upTo: (most: number) => RawBuilder<unknown>,
  all: RawBuilder<unknown>,
): Promise<Count> {
  const expected = await estimateOf(db, all)
  if (expected > surelyMore) return { number: inRound(expected), isAbout: true }
  const counted = await sql<{ number: number }>`${plannedAnew}
    select count(*) as number from (${upTo(mostCounted + 1)}) as counted`.execute(db)
  const number = counted.rows[0]?.number ?? 0
  return number <= mostCounted
    ? { number, isAbout: false }
    : { number: Math.max(inRound(expected), mostCounted), isAbout: true }
}

async function estimateOf(db: Db, rows: RawBuilder<unknown>) {
  const { rows: plans } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`${plannedAnew} explain (format json) ${rows}`.execute(db)
  return plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** With two digits: an estimate knows no more. */
const inRound = (number: number) => Number(number.toPrecision(2))
