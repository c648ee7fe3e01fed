import { minimumGroup } from '#contract/analytics/analytics.ts'
import type { RiskLevel } from '#contract/clients/clients.ts'

export type Month = { month: string; end: string }

/** Six calendar months in UTC, the last is the one of `now`. Each ends when the next begins. */
export const sixMonths = (now: Date): Month[] =>
  Array.from({ length: 6 }, (_, index) => {
    const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 5 + index)
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 4 + index)
    return { month: new Date(begin).toISOString().slice(0, 7), end: new Date(end).toISOString() }
  })

export type ClientCounts = {
  isEnrolled: boolean
  sessions: number
  isActive: boolean
  recordings: number
  /** Average length of recorded sessions, rounded down to a quarter of an hour. */
  minutes: number | null
  /** Id of the latest assessment. */
  assessment: string | null
  band: RiskLevel | null
  /** When the feedback on the last session that has any was given. */
  feedback: string | null
  isHelpful: boolean | null
}
export type Assessed = Pick<ClientCounts, 'assessment' | 'band'>

/** Current counts of a client, with the latest assessment of each unpublished month. */
export type CurrentCounts = Omit<ClientCounts, 'isEnrolled' | keyof Assessed> & {
  assessed: Record<string, Assessed>
}

export type Bands = Record<RiskLevel, number>

type People = ReadonlyMap<string, ClientCounts>

/** The published basis of the figures of an organization. */
export type Edition = {
  /** Minimum group size when it was published. */
  groupSize: number
  /** YYYY-MM */
  publishedMonth: string
  people: People
  /** People per risk band by month, as last published. */
  months: ReadonlyMap<string, Bands>
}

const noCounts: ClientCounts = {
  isEnrolled: false,
  sessions: 0,
  isActive: false,
  recordings: 0,
  minutes: null,
  assessment: null,
  band: null,
  feedback: null,
  isHelpful: null,
}

type Column = keyof ClientCounts
/** Columns that are updated together; a change of the first one counts as a change. */
const columnGroups: (readonly [Column, ...Column[]])[] = [
  ['sessions'],
  ['isActive'],
  ['recordings', 'minutes'],
  ['feedback', 'isHelpful'],
]
const riskColumns = ['assessment', 'band'] as const

type CurrentState = {
  present: ReadonlyMap<string, CurrentCounts>
  eligible: number
  /** YYYY-MM, the last is the current one. */
  months: readonly string[]
}

/**
 * The next edition (docs/decisions/012); undefined while too few people would be in it. People are added when at least a group
 * joined, and removed when at least a group left; each column is updated when at least a group has changes. So two editions
 * never differ by fewer people than the larger of their group sizes.
 */
export function nextEdition(
  before: Edition | undefined,
  { present, eligible, months }: CurrentState,
  size = minimumGroup,
): Edition | undefined {
  const groupSize = largerGroupSize(before, size)
  let people = updateEnrolled(before?.people ?? new Map(), present, eligible, groupSize)
  for (const columns of columnGroups)
    people = updateColumns(people, columns, (id) => present.get(id), groupSize)
  const published = new Map(before?.months)
  for (const month of unpublishedMonths(months, before)) {
    people = updateColumns(people, riskColumns, (id) => present.get(id)?.assessed[month], groupSize)
    published.set(month, countBands(people))
  }
  const counted = new Map([...people].filter(([, it]) => it.isEnrolled || !isEmpty(it)))
  if (counted.size === 0) return undefined
  const publishedMonth = months.at(-1) ?? ''
  return { groupSize: size, publishedMonth, people: counted, months: published }
}

export const largerGroupSize = (before: Pick<Edition, 'groupSize'> | undefined, size: number) =>
  Math.max(before?.groupSize ?? 0, size)

/** Months that had ended at the last edition stay unchanged. */
export const unpublishedMonths = (months: readonly string[], before: Edition | undefined) =>
  before ? months.filter((it) => it >= before.publishedMonth) : months

/** Whether the exact number may be published: the enrolled and the rest must each be a group or nobody. */
export function mayPublish(enrolled: number, eligible: number, groupSize = minimumGroup) {
  const others = eligible - enrolled
  return (enrolled === 0 || enrolled >= groupSize) && (others <= 0 || others >= groupSize)
}

/** Adds new people and removes those who left, as many as may be published. */
function updateEnrolled(
  before: People,
  present: ReadonlyMap<string, unknown>,
  eligible: number,
  groupSize: number,
): People {
  const people = new Map(before)
  const move = (candidates: readonly string[], isEnrolled: boolean) => {
    const all = [...people.values()].filter((it) => it.isEnrolled).length
    const mayMove = (count: number) => {
      if (!isEnrolled) return mayPublish(all - count, eligible, groupSize)
      // More than are eligible would reveal people who left.
      return mayPublish(all + count, eligible, groupSize) && (!eligible || all + count <= eligible)
    }
    let count = candidates.length
    while (count >= groupSize && !mayMove(count)) count -= 1
    if (count >= groupSize)
      for (const id of candidates.slice(0, count))
        people.set(id, { ...(people.get(id) ?? noCounts), isEnrolled })
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
 * Updates columns if they have changed for at least a group. Clears those of people who are not enrolled; people who left but
 * are still enrolled stay unchanged.
 */
function updateColumns(
  people: People,
  columns: readonly [Column, ...Column[]],
  now: (id: string) => Partial<ClientCounts> | undefined,
  groupSize: number,
): People {
  const next = new Map(people)
  let changes = 0
  for (const [id, it] of people) {
    const latest = it.isEnrolled ? (now(id) ?? it) : noCounts
    if (columns.every((column) => latest[column] === it[column])) continue
    if (latest[columns[0]] !== it[columns[0]]) changes += 1
    next.set(id, {
      ...it,
      ...Object.fromEntries(columns.map((column) => [column, latest[column]])),
    })
  }
  return changes >= groupSize ? next : people
}

const isEmpty = (it: ClientCounts) =>
  [...columnGroups, riskColumns].every(([column]) => it[column] === noCounts[column])

function countBands(people: People) {
  const bands: Bands = { high: 0, medium: 0, low: 0 }
  for (const { band } of people.values()) if (band) bands[band] += 1
  return bands
}

export type Totals = {
  enrolled: number
  active: number
  sessions: number
  /** Most common length of recorded sessions, rounded down to a quarter of an hour. */
  minutes: number | null
} & Answers

/** People with feedback, and those of them who found the session helpful. */
export type Answers = { answered: number; helpful: number }

export function sumTotals(people: People, groupSize = minimumGroup): Totals {
  const all = [...people.values()]
  return {
    enrolled: all.filter((it) => it.isEnrolled).length,
    active: all.filter((it) => it.isActive).length,
    sessions: countSessions(
      all.map((it) => it.sessions),
      groupSize,
    ),
    minutes: mostCommon(
      all.map((it) => it.minutes),
      groupSize,
    ),
    answered: all.filter((it) => it.isHelpful !== null).length,
    helpful: all.filter((it) => it.isHelpful).length,
  }
}

/** Each person's sessions are capped at the number that a whole group reaches, so that nobody stands out. */
function countSessions(counts: readonly number[], groupSize: number) {
  const most = counts.toSorted((a, b) => b - a)[groupSize - 1] ?? 0
  return counts.reduce((sum, it) => sum + Math.min(it, most), 0)
}

/** The value with the most whole groups; null for none or a tie. */
function mostCommon(values: readonly (number | null)[], groupSize: number) {
  const groups = new Map<number, number>()
  for (const [value, same] of Map.groupBy(values, (it) => it))
    if (value !== null) groups.set(value, Math.floor(same.length / groupSize))
  const most = Math.max(0, ...groups.values())
  const [first, second] = [...groups].filter(([, it]) => it === most)
  return most > 0 && first && !second ? first[0] : null
}
