import { minimumGroup } from '#contract/analytics.ts'
import type { RiskLevel } from '#contract/clients.ts'

/** What is counted of one person in the figures of an organization. */
export type Counted = {
  isEnrolled: boolean
  sessions: number
  isActive: boolean
  recordings: number
  /** Of a recorded session on average, as the beginning of its quarter of an hour. */
  minutes: number | null
  /** Which assessment is the latest, and the band it is in. */
  assessment: string | null
  band: RiskLevel | null
}
export type Assessed = Pick<Counted, 'assessment' | 'band'>

/** Somebody who counts at this moment, with the latest assessment up to the end of each month that is not told yet. */
export type Present = Omit<Counted, 'isEnrolled' | keyof Assessed> & {
  assessed: Record<string, Assessed>
}

export type Bands = Record<RiskLevel, number>

type People = ReadonlyMap<string, Counted>

/** What the figures of an organization are made of until its next edition. */
export type Edition = {
  /** The group size that it was made for. */
  least: number
  /** YYYY-MM */
  madeIn: string
  people: People
  /** People in each band by month, as they were told last in that month. */
  months: ReadonlyMap<string, Bands>
}

const uncounted: Counted = {
  isEnrolled: false,
  sessions: 0,
  isActive: false,
  recordings: 0,
  minutes: null,
  assessment: null,
  band: null,
}

type Column = keyof Counted
/** What becomes new together. The first column of each tells that there is something new, whatever its value is. */
const parts: (readonly [Column, ...Column[]])[] = [
  ['sessions'],
  ['isActive'],
  ['recordings', 'minutes'],
]
const risk = ['assessment', 'band'] as const

type Moment = {
  present: ReadonlyMap<string, Present>
  eligible: number
  /** YYYY-MM, the last is the current one. */
  months: readonly string[]
}

/**
 * The edition that follows (docs/decisions/012), or none while too few would be in it. People are counted from then on
 * when six or more came, and no longer when six or more left; each part of what is counted of them is brought up to
 * date when six or more have something new to it. So no two editions differ by fewer people than that; where the group
 * size was changed between them, by fewer than the larger of both.
 */
export function nextEdition(
  before: Edition | undefined,
  { present, eligible, months }: Moment,
  size = minimumGroup,
): Edition | undefined {
  const least = largerSize(before, size)
  let people = enroll(before?.people ?? new Map(), present, eligible, least)
  for (const columns of parts) people = settle(people, columns, (id) => present.get(id), least)
  const told = new Map(before?.months)
  for (const month of untold(months, before)) {
    people = settle(people, risk, (id) => present.get(id)?.assessed[month], least)
    told.set(month, bandsOf(people))
  }
  const counted = [...people].filter(([, it]) => it.isEnrolled || !isEmpty(it))
  return counted.length
    ? { least: size, madeIn: months.at(-1) ?? '', people: new Map(counted), months: told }
    : undefined
}

/** By what groups the edition after one is made, where the setting is `size`. */
export const largerSize = (before: Pick<Edition, 'least'> | undefined, size: number) =>
  Math.max(before?.least ?? 0, size)

/** What was told of a month that was over then stays as it is. */
export const untold = (months: readonly string[], before: Edition | undefined) =>
  before ? months.filter((it) => it >= before.madeIn) : months

/** Whether so many of the eligible may be known exactly: they and the others are a group, or nobody. */
export function mayBeTold(enrolled: number, eligible: number, least = minimumGroup) {
  const others = eligible - enrolled
  return (enrolled === 0 || enrolled >= least) && (others <= 0 || others >= least)
}

/** Counts as many as may be told of those who came, and no longer as many as may be told of those who left. */
function enroll(
  before: People,
  present: ReadonlyMap<string, unknown>,
  eligible: number,
  least: number,
): People {
  const people = new Map(before)
  const move = (waiting: readonly string[], isEnrolled: boolean) => {
    const all = [...people.values()].filter((it) => it.isEnrolled).length
    const isFine = (count: number) => {
      if (!isEnrolled) return mayBeTold(all - count, eligible, least)
      // More than there can be would tell of those who left and are still counted.
      return mayBeTold(all + count, eligible, least) && (!eligible || all + count <= eligible)
    }
    let count = waiting.length
    while (count >= least && !isFine(count)) count -= 1
    if (count >= least)
      for (const id of waiting.slice(0, count))
        people.set(id, { ...(people.get(id) ?? uncounted), isEnrolled })
  }
  move(
    [...people].filter(([id, it]) => it.isEnrolled && !present.has(id)).map(([id]) => id),
    false,
  )
  move(
    [...present.keys()].filter((id) => !people.get(id)?.isEnrolled),
    true,
  )
  return people
}

/**
 * Brings some columns up to date if there is something new to them for enough people: nothing is left of those who are
 * not enrolled, and those who left and still are stay as they were.
 */
function settle(
  people: People,
  columns: readonly [Column, ...Column[]],
  now: (id: string) => Partial<Counted> | undefined,
  least: number,
): People {
  const next = new Map(people)
  let news = 0
  for (const [id, it] of people) {
    const latest = it.isEnrolled ? (now(id) ?? it) : uncounted
    if (columns.every((column) => latest[column] === it[column])) continue
    if (latest[columns[0]] !== it[columns[0]]) news += 1
    next.set(id, {
      ...it,
      ...Object.fromEntries(columns.map((column) => [column, latest[column]])),
    })
  }
  return news >= least ? next : people
}

const isEmpty = (it: Counted) =>
  [...parts, risk].every(([column]) => it[column] === uncounted[column])

function bandsOf(people: People) {
  const bands: Bands = { high: 0, medium: 0, low: 0 }
  for (const { band } of people.values()) if (band) bands[band] += 1
  return bands
}

/** What is known of the people of an edition together. */
export type Totals = {
  enrolled: number
  active: number
  sessions: number
  /** The quarter of an hour that most people's recorded sessions last, as its beginning. */
  minutes: number | null
}

export function totalsOf(people: People, least = minimumGroup): Totals {
  const all = [...people.values()]
  return {
    enrolled: all.filter((it) => it.isEnrolled).length,
    active: all.filter((it) => it.isActive).length,
    sessions: sessionsOf(
      all.map((it) => it.sessions),
      least,
    ),
    minutes: mostCommon(
      all.map((it) => it.minutes),
      least,
    ),
  }
}

/** All sessions, but nobody's beyond the number that six people reach: one busy person must not show in the sum. */
function sessionsOf(counts: readonly number[], least: number) {
  const most = counts.toSorted((a, b) => b - a)[least - 1] ?? 0
  return counts.reduce((sum, it) => sum + Math.min(it, most), 0)
}

/** The value that most people have, by whole sixes of them; null where there is no such. */
function mostCommon(values: readonly (number | null)[], least: number) {
  const sixes = new Map<number, number>()
  for (const [value, same] of Map.groupBy(values, (it) => it))
    if (value !== null) sixes.set(value, Math.floor(same.length / least))
  const most = Math.max(0, ...sixes.values())
  const [first, second] = [...sixes].filter(([, it]) => it === most)
  return most > 0 && first && !second ? first[0] : null
}
