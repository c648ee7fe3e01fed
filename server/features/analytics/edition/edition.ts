import { minimumGroup, type PeriodKind, periodKinds } from '#contract/analytics/analytics.ts'
import type { RiskLevel } from '#contract/clients/clients.ts'
import { listPeriods, periodOf } from './periods.ts'

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
  /** When the latest questionnaire that can be compared with the first was answered. */
  measured: string | null
  /** Reliably better than at first. */
  isBetter: boolean | null
  /** Sessions until then. */
  sessionsUntil: number | null
  /** The first session, if it was in the last year. */
  firstMet: string | null
  /** Days from registration until then. */
  waitDays: number | null
} & MetIn
/** The latest period in which they had a session, as far as published. */
type MetIn = Record<(typeof metColumns)[PeriodKind], string | null>
export type Assessed = Pick<ClientCounts, 'assessment' | 'band'>

/** Current counts of a client, with the latest assessment of each unpublished month, and the months with a session. */
export type CurrentCounts = Omit<ClientCounts, 'isEnrolled' | keyof Assessed | keyof MetIn> & {
  assessed: Record<string, Assessed>
  metIn: readonly string[]
}

export type Bands = Record<RiskLevel, number>

export type People = ReadonlyMap<string, ClientCounts>

/** The published basis of the figures of an organization. */
export type Edition = {
  /** Minimum group size when it was published. */
  groupSize: number
  /** YYYY-MM */
  publishedMonth: string
  people: People
  /** People per risk band by month, as last published. */
  months: ReadonlyMap<string, Bands>
  /** People with a session by month, quarter and year, as last published. */
  participation: ReadonlyMap<string, number>
}

export const noCounts: ClientCounts = {
  isEnrolled: false,
  sessions: 0,
  isActive: false,
  recordings: 0,
  minutes: null,
  assessment: null,
  band: null,
  feedback: null,
  isHelpful: null,
  measured: null,
  isBetter: null,
  sessionsUntil: null,
  firstMet: null,
  waitDays: null,
  metInMonth: null,
  metInQuarter: null,
  metInYear: null,
}

type Column = keyof ClientCounts
/** Columns that are updated together; a change of the first one counts as a change. */
export const columnGroups: (readonly [Column, ...Column[]])[] = [
  ['sessions'],
  ['isActive'],
  ['recordings', 'minutes'],
  ['feedback', 'isHelpful'],
  ['measured', 'isBetter', 'sessionsUntil'],
  ['firstMet', 'waitDays'],
]
export const riskColumns = ['assessment', 'band'] as const
/** What identifies an event in the life of a person. */
export const eventColumns = [riskColumns, ...columnGroups]
  .filter(({ length }) => length > 1)
  .map(([column]) => column)
export const metColumns = {
  month: 'metInMonth',
  quarter: 'metInQuarter',
  year: 'metInYear',
} as const

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
  const participation = new Map(before?.participation)
  for (const kind of periodKinds)
    for (const period of unpublishedPeriods(listPeriods(months, kind), kind, before)) {
      people = updateMetIn(people, { kind, period }, present, groupSize)
      const all = [...people.values()]
      participation.set(period, all.filter((it) => it[metColumns[kind]] === period).length)
    }
  const counted = new Map([...people].filter(([, it]) => it.isEnrolled || !isEmpty(it)))
  if (counted.size === 0) return undefined
  const publishedMonth = months.at(-1) ?? ''
  return { groupSize: size, publishedMonth, people: counted, months: published, participation }
}

export const largerGroupSize = (before: Pick<Edition, 'groupSize'> | undefined, size: number) =>
  Math.max(before?.groupSize ?? 0, size)

/** Months that had ended at the last edition stay unchanged. */
export const unpublishedMonths = (months: readonly string[], before: Edition | undefined) =>
  before ? months.filter((it) => it >= before.publishedMonth) : months

/** As `unpublishedMonths`, and periods that no edition has counted. */
const unpublishedPeriods = (
  periods: readonly string[],
  kind: PeriodKind,
  before: Edition | undefined,
) =>
  periods.filter(
    (it) => !before?.participation.has(it) || it >= periodOf[kind](before.publishedMonth),
  )

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

/** Moves those who had a session in the period there; the others stay in their last one. */
function updateMetIn(
  people: People,
  { kind, period }: { kind: PeriodKind; period: string },
  present: CurrentState['present'],
  groupSize: number,
) {
  const column = metColumns[kind]
  const isIn = (month: string) => periodOf[kind](month) === period
  const now = (id: string) => (present.get(id)?.metIn.some(isIn) ? { [column]: period } : undefined)
  return updateColumns(people, [column], now, groupSize)
}

const isEmpty = (it: ClientCounts) =>
  (Object.keys(noCounts) as Column[]).every(
    (column) => column === 'isEnrolled' || it[column] === noCounts[column],
  )

function countBands(people: People) {
  const bands: Bands = { high: 0, medium: 0, low: 0 }
  for (const { band } of people.values()) if (band) bands[band] += 1
  return bands
}
