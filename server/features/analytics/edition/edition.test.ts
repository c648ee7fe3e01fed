import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics/analytics.ts'
import { type RiskLevel } from '#contract/clients/clients.ts'
import {
  answeredAs,
  assessedAs,
  levels,
  measuredAs,
  monthsUntil,
  newcomer,
  read,
  shown,
} from '../../../test/editions.ts'
import {
  type ClientCounts,
  columnGroups,
  type CurrentCounts,
  type Edition,
  metColumns,
  nextEdition,
  noCounts,
  riskColumns,
} from './edition.ts'
import { lastMonths } from './periods.ts'
import { sumTotals } from './totals.ts'

describe('histories of any length', () => {
  const happens = fc.oneof(
    { weight: 4, arbitrary: fc.constant('joins' as const) },
    { weight: 2, arbitrary: fc.constantFrom('leaves', 'moves', 'rests', 'a month ends') },
    {
      weight: 24,
      arbitrary: fc.constantFrom(
        ...(['is assessed', 'meets', 'is recorded', 'answers', 'is measured', 'begins'] as const),
      ),
    },
  )
  const event = fc.record({
    kind: happens,
    who: fc.nat(17).map((it) => `P${it}`),
    value: fc.nat(90),
    isRead: fc.boolean(),
  })
  type Event = typeof event extends fc.Arbitrary<infer It> ? It : never
  type People = Map<string, CurrentCounts>

  type Happened = Event & { count: number; month: string }

  function apply(here: People, there: People, { kind, who, value, count, month }: Happened) {
    const it = here.get(who)
    if (kind === 'joins' && !it && !there.has(who)) here.set(who, { ...newcomer, metIn: [month] })
    if (!it) return
    if (kind === 'leaves' || kind === 'moves') here.delete(who)
    if (kind === 'moves') there.set(who, it)
    if (kind === 'is assessed')
      here.set(who, assessedAs(it, `${count}`, levels[value % 3] ?? 'low', month))
    if (kind === 'meets')
      here.set(who, {
        ...{ ...it, isActive: true, metIn: [...it.metIn, month] },
        sessions: it.sessions + 1 + (value % 5),
      })
    if (kind === 'is measured') here.set(who, measuredAs(it, `${count}`, value % 3 ? value : null))
    if (kind === 'begins') here.set(who, { ...it, firstMet: `${count}`, waitDays: value })
    if (kind === 'rests') here.set(who, { ...it, isActive: false })
    if (kind === 'answers') here.set(who, answeredAs(it, `${count}`, value % 3 > 0))
    if (kind === 'is recorded')
      here.set(who, { ...it, recordings: it.recordings + 1, minutes: value - (value % 15) })
  }

  const monthAt = (index: number) => new Date(Date.UTC(2026, index)).toISOString().slice(0, 7)

  /** Each column with the one whose changes count. */
  const figures = [['isEnrolled'] as const, riskColumns, ...columnGroups]
    .concat(Object.values(metColumns).map((it) => [it] as never))
    .flatMap((columns) => columns.map((column) => [column, columns[0]] as const))
  const changedOnce = new Set<string>()

  /** Differences between two readings that affect fewer people than a group. */
  function changesByFew(events: readonly Event[], eligible: number) {
    const places = [new Map(), new Map()] as [People, People]
    const readers = places.map((people) => ({ people, edition: undefined as Edition | undefined }))
    const found: string[] = []
    let ended = 0
    let lastRead = -1
    for (const [count, event] of events.entries()) {
      const before = monthAt(ended)
      if (event.kind === 'a month ends') ended += 1
      const month = monthAt(ended)
      for (const people of places)
        for (const [id, it] of people) {
          const latest = it.assessed[before]
          if (latest) people.set(id, { ...it, assessed: { [month]: latest, ...it.assessed } })
        }
      const [here, there] = event.value % 2 ? places.toReversed() : places
      if (here && there) apply(here, there, { ...event, count, month })
      if (!event.isRead) continue
      const isSameMonth = lastRead === ended
      const months = monthsUntil(month)
      lastRead = ended
      for (const reader of readers) {
        const { edition } = reader
        const after = read(edition, reader.people, eligible, minimumGroup, months)
        reader.edition = after
        const ids = [
          ...new Set([...(edition?.people.keys() ?? []), ...(after?.people.keys() ?? [])]),
        ]
        const changed = (column: keyof ClientCounts) =>
          ids.filter(
            (id) =>
              (edition?.people.get(id) ?? noCounts)[column] !==
              (after?.people.get(id) ?? noCounts)[column],
          ).length
        for (const [figure, column] of figures) {
          if (changed(figure) > 0) changedOnce.add(figure)
          if (changed(figure) > 0 && changed(column) < minimumGroup)
            found.push(`${figure} by ${changed(column)}`)
        }
        const [was, is] = [edition, after].map((it) => shown(it, eligible, minimumGroup, months))
        if (isSameMonth && was !== is && !figures.some(([figure]) => changed(figure) > 0))
          found.push(`nothing: ${was} then ${is}`)
      }
    }
    return found
  }

  test('two readings differ by at least six people with changes', () => {
    const history = fc.array(event, { minLength: 30, maxLength: 400, size: 'max' })
    fc.assert(
      fc.property(history, fc.constantFrom(0, 14, 30), (events, eligible) => {
        expect(changesByFew(events, eligible)).toEqual([])
      }),
      // One history in which every column changes.
      { numRuns: 100, seed: 2026 },
    )
    expect([...changedOnce].toSorted()).toEqual(Object.keys(noCounts).toSorted())
  })
})

describe('a single person', () => {
  const someone: ClientCounts = {
    ...{ ...noCounts, isEnrolled: true, sessions: 2, isActive: true, recordings: 1, minutes: 0 },
  }
  const totals = (people: ClientCounts[]) =>
    sumTotals(new Map(people.map((it, index) => [`${index}`, it])))

  test('adds at most as many sessions as the sixth person has', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 6 }), (counts) => {
        const people = counts.map((sessions) => ({ ...someone, sessions }))
        const sixth = counts.toSorted((a, b) => b - a)[5] ?? 0
        expect(totals(people).sessions).toBeLessThanOrEqual(sixth * counts.length)
        expect(totals([{ ...someone, sessions: 1000 }, ...people.slice(1)]).sessions).toBe(
          totals([{ ...someone, sessions: 2000 }, ...people.slice(1)]).sessions,
        )
      }),
    )
  })

  test('does not change the most common duration of a session', () => {
    const short = Array.from({ length: 6 }, () => someone)
    expect(totals(short).minutes).toBe(0)
    expect(totals([...short, { ...someone, minutes: 60 }]).minutes).toBe(0)
    expect(totals([...short.slice(1), { ...someone, minutes: 60 }]).minutes).toBeNull()
  })

  test.each(['sessionsUntil', 'waitDays'] as const)('does not move the median of %s', (column) => {
    const five = [1, 2, 3, 4, 5].map((it) => ({ ...someone, [column]: it }))
    expect(totals(five)[column]).toBeNull()
    expect(totals([...five, { ...someone, [column]: 6 }])[column]).toBe(3)
    expect(totals([...five, { ...someone, [column]: 600 }])[column]).toBe(3)
  })

  test('who leaves and returns before the next edition counts as present', () => {
    const present = new Map(Array.from({ length: 6 }, (_, index) => [`${index}`, newcomer]))
    const moment = { present, eligible: 25, months: ['2026-01'] }
    const edition = nextEdition(undefined, moment)
    expect(nextEdition(edition, moment)).toEqual(edition)
  })
})

describe('a published month', () => {
  const people = (bands: Record<string, RiskLevel>, size = 6) =>
    new Map(
      Array.from({ length: size }, (_, index) => [
        `${index}`,
        {
          ...newcomer,
          assessed: Object.fromEntries(
            Object.entries(bands).map(([month, band]) => [month, { assessment: band, band }]),
          ),
        },
      ]),
    )

  test('does not change after its end', () => {
    const first = nextEdition(undefined, {
      present: people({ '2025-12': 'high', '2026-01': 'medium' }),
      eligible: 25,
      months: ['2025-12', '2026-01'],
    })
    expect(first?.months).toEqual(
      new Map([
        ['2025-12', { high: 6, medium: 0, low: 0 }],
        ['2026-01', { high: 0, medium: 6, low: 0 }],
      ]),
    )
    const then = nextEdition(first, {
      present: people({ '2025-12': 'low', '2026-01': 'low', '2026-02': 'high' }),
      eligible: 25,
      months: ['2025-12', '2026-01', '2026-02'],
    })
    expect(then?.months.get('2025-12')).toEqual({ high: 6, medium: 0, low: 0 })
    expect(then?.months.get('2026-01')).toEqual({ high: 0, medium: 0, low: 6 })
    expect(then?.months.get('2026-02')).toEqual({ high: 6, medium: 0, low: 0 })
  })
})

test.each([
  ['2026-03-10T12:00:00Z', '2025-10', '2026-03', '2026-04-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59Z', '2026-07', '2026-12', '2027-01-01T00:00:00.000Z'],
])('the last six months at %s are %s to %s', (now, first, last, end) => {
  const months = lastMonths(new Date(now), 6)
  expect(months.map((it) => it.month)).toHaveLength(6)
  expect(months[0]?.month).toBe(first)
  expect(months.at(-1)).toEqual({ month: last, end })
})
