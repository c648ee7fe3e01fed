import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics/analytics.ts'
import { type RiskLevel } from '#contract/clients/clients.ts'
import { answeredAs, assessedAs, levels, newcomer, read, shown } from '../../../test/editions.ts'
import {
  type ClientCounts,
  type CurrentCounts,
  type Edition,
  nextEdition,
  sixMonths,
  sumTotals,
} from './edition.ts'

describe('histories of any length', () => {
  const event = fc.record({
    kind: fc.constantFrom(
      ...(['joins', 'leaves', 'moves', 'is assessed', 'meets', 'rests'] as const),
      ...(['is recorded', 'answers'] as const),
    ),
    who: fc.nat(24).map((it) => `P${it}`),
    value: fc.nat(90),
    isRead: fc.boolean(),
  })
  type Event = typeof event extends fc.Arbitrary<infer It> ? It : never
  type People = Map<string, CurrentCounts>

  function apply(here: People, there: People, { kind, who, value }: Event, count: number) {
    const it = here.get(who)
    if (kind === 'joins' && !it && !there.has(who)) here.set(who, newcomer)
    if (!it) return
    if (kind === 'leaves' || kind === 'moves') here.delete(who)
    if (kind === 'moves') there.set(who, it)
    if (kind === 'is assessed')
      here.set(who, assessedAs(it, `${count}`, levels[value % 3] ?? 'low'))
    if (kind === 'meets')
      here.set(who, { ...it, sessions: it.sessions + 1 + (value % 5), isActive: true })
    if (kind === 'rests') here.set(who, { ...it, isActive: false })
    if (kind === 'answers') here.set(who, answeredAs(it, `${count}`, value % 3 > 0))
    if (kind === 'is recorded')
      here.set(who, { ...it, recordings: it.recordings + 1, minutes: value - (value % 15) })
  }

  /** Each figure with the column whose changes count. */
  const figures = [
    ['isEnrolled', 'isEnrolled'],
    ['band', 'assessment'],
    ['isActive', 'isActive'],
    ['sessions', 'sessions'],
    ['minutes', 'recordings'],
    ['isHelpful', 'feedback'],
  ] as const
  const nobody = {
    ...{ isEnrolled: false, band: null, assessment: null, isActive: false },
    ...{ sessions: 0, minutes: null, recordings: 0, feedback: null, isHelpful: null },
  }

  /** Differences between two readings that affect fewer people than a group. */
  function changesByFew(events: readonly Event[], eligible: number) {
    const places = [new Map(), new Map()] as [People, People]
    const readers = places.map((people) => ({ people, edition: undefined as Edition | undefined }))
    const found: string[] = []
    for (const [count, event] of events.entries()) {
      apply(...(event.value % 2 ? (places.toReversed() as [People, People]) : places), event, count)
      if (!event.isRead) continue
      for (const reader of readers) {
        const before = reader.edition
        const after = read(before, reader.people, eligible, minimumGroup)
        reader.edition = after
        const ids = [
          ...new Set([...(before?.people.keys() ?? []), ...(after?.people.keys() ?? [])]),
        ]
        const changed = (column: keyof ClientCounts) =>
          ids.filter(
            (id) =>
              (before?.people.get(id) ?? nobody)[column] !==
              (after?.people.get(id) ?? nobody)[column],
          ).length
        for (const [figure, column] of figures)
          if (changed(figure) > 0 && changed(column) < minimumGroup)
            found.push(`${figure} by ${changed(column)}`)
        const [was, is] = [before, after].map((it) => shown(it, eligible, minimumGroup))
        if (was !== is && !figures.some(([figure]) => changed(figure) > 0))
          found.push(`nothing: ${was} then ${is}`)
      }
    }
    return found
  }

  test('two readings differ by at least six people with changes', () => {
    const history = fc.array(event, { minLength: 30, maxLength: 300, size: 'max' })
    fc.assert(
      fc.property(history, fc.constantFrom(0, 14, 30), (events, eligible) => {
        expect(changesByFew(events, eligible)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a single person', () => {
  const someone: ClientCounts = {
    isEnrolled: true,
    sessions: 2,
    isActive: true,
    recordings: 1,
    minutes: 0,
    assessment: null,
    band: null,
    feedback: null,
    isHelpful: null,
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
])('the six months at %s are %s to %s', (now, first, last, end) => {
  const months = sixMonths(new Date(now))
  expect(months.map((it) => it.month)).toHaveLength(6)
  expect(months[0]?.month).toBe(first)
  expect(months.at(-1)).toEqual({ month: last, end })
})
