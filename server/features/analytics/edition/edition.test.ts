import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics.ts'
import { type RiskLevel, riskLevel } from '#contract/clients.ts'
import { publishedFigures } from '../published-figures.ts'
import {
  type ClientCounts,
  type CurrentCounts,
  type Edition,
  nextEdition,
  sixMonths,
  totalsOf,
} from './edition.ts'

type Present = ReadonlyMap<string, CurrentCounts>
const month = '2026-01'
const levels = riskLevel.options

const newcomer: CurrentCounts = {
  sessions: 1,
  isActive: true,
  recordings: 0,
  minutes: null,
  assessed: {},
}
const assessedAs = (it: CurrentCounts, assessment: string, band: RiskLevel): CurrentCounts => ({
  ...it,
  assessed: { [month]: { assessment, band } },
})

/** The next edition, on another day for each reading. */
const read = (before: Edition | undefined, present: Present, eligible: number, groupSize: number) =>
  nextEdition(before, { present, eligible, months: [month] }, groupSize)

/** What an edition shows, as text. */
function shown(edition: Edition | undefined, eligible: number, groupSize: number) {
  if (!edition) return 'sample'
  const bands = edition.months.get(month) ?? { high: 0, medium: 0, low: 0 }
  const { coverage, engagement, risk } = publishedFigures(
    {
      ...totalsOf(edition.people, groupSize),
      ...{ eligible, monthlyPrice: 0, pricePerSession: 0, currency: 'DKK' },
      risk: [{ month, ...bands }],
    },
    groupSize,
  )
  const { activeUsers, totalSessions, sessionDuration } = engagement
  return JSON.stringify([coverage.enrolled, activeUsers, totalSessions, sessionDuration, risk])
}

type Step = { kind: 'joins' | 'leaves' | 'is assessed'; who: string }

/** A possible sequence of events with the published figures. Readers know the events, but no bands. */
type World = { edition: Edition | undefined; people: Present; bands: RiskLevel[]; seen: string }

/** Every world that is one event further. */
function* worldsAfter(world: World, { kind, who }: Step, groupSize: number): Generator<World> {
  for (const band of kind === 'is assessed' ? levels : [undefined]) {
    const people = new Map(world.people)
    if (kind === 'leaves') people.delete(who)
    if (kind === 'joins') people.set(who, newcomer)
    const bands = band ? [...world.bands, band] : world.bands
    const it = people.get(who)
    if (band && it) people.set(who, assessedAs(it, `${bands.length}`, band))
    const edition = read(world.edition, people, 0, groupSize)
    yield { edition, people, bands, seen: `${world.seen} | ${shown(edition, 0, groupSize)}` }
  }
}

/** Bands with a single possible value, except of a whole group that was known to be in one band. */
function inferredBands(steps: readonly Step[], worlds: readonly World[], groupSize: number) {
  const [first] = worlds
  const certain = first?.bands.map((band, index) =>
    worlds.every((it) => it.bands[index] === band) ? band : undefined,
  )
  if (!certain?.some(Boolean)) return []
  const inGroup = new Set<number>()
  const latest = new Map<string, number>()
  for (const { kind, who } of steps) {
    if (kind === 'is assessed') latest.set(who, latest.size ? Math.max(...latest.values()) + 1 : 0)
    for (const level of levels) {
      const group = [...latest.values()].filter((index) => certain[index] === level)
      if (group.length >= groupSize) for (const index of group) inGroup.add(index)
    }
  }
  return certain.flatMap((band, index) =>
    band && !inGroup.has(index) ? [`assessment ${index} is ${band}: ${first?.seen}`] : [],
  )
}

/** Tries every sequence of events with a reading after each, until a band can be inferred. */
function findInference(groupSize: number, maxPeople: number, maxSteps: number) {
  let sequences = 0
  function search(
    steps: readonly Step[],
    worlds: readonly World[],
    present: readonly string[],
    joined: number,
  ): string | undefined {
    sequences += 1
    for (const same of Map.groupBy(worlds, (it) => it.seen).values()) {
      const [found] = inferredBands(steps, same, groupSize)
      if (found) return `${steps.map(({ kind, who }) => `${who} ${kind}`).join(', ')}: ${found}`
    }
    if (steps.length === maxSteps) return undefined
    const possible: Step[] = present.flatMap((who) => [
      { kind: 'is assessed', who },
      { kind: 'leaves', who },
    ])
    if (joined < maxPeople) possible.push({ kind: 'joins', who: `P${joined}` })
    for (const step of possible) {
      const remaining = present.filter((it) => step.kind !== 'leaves' || it !== step.who)
      const isNew = step.kind === 'joins'
      const found = search(
        [...steps, step],
        worlds.flatMap((it) => [...worldsAfter(it, step, groupSize)]),
        isNew ? [...remaining, step.who] : remaining,
        isNew ? joined + 1 : joined,
      )
      if (found) return found
    }
    return undefined
  }
  const found = search([], [{ edition: undefined, people: new Map(), bands: [], seen: '' }], [], 0)
  return { found, sequences }
}

test.each([2, 3])(
  'a reader who knows every event cannot infer a band in groups of %d',
  (groupSize) => {
    const { found, sequences } = findInference(groupSize, 4, 7)
    expect(found).toBeUndefined()
    expect(sequences).toBeGreaterThan(1000)
  },
  120_000,
)

describe('histories of any length', () => {
  const event = fc.record({
    kind: fc.constantFrom(
      ...(['joins', 'leaves', 'moves', 'is assessed', 'meets', 'rests', 'is recorded'] as const),
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
  ] as const
  const nobody = {
    ...{ isEnrolled: false, band: null, assessment: null, isActive: false },
    ...{ sessions: 0, minutes: null, recordings: 0 },
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

describe('the number of people who joined, stayed or left', () => {
  const groupSize = 3
  const crowd = (from: number, to: number) =>
    new Map(Array.from({ length: to - from }, (_, index) => [`P${from + index}`, newcomer]))

  /** Everything that can happen on three days: some people leave and others join, as far as they are eligible. */
  function* courses(
    eligible: number,
    days = 3,
    from = 0,
    to = 0,
  ): Generator<(readonly [number, number])[]> {
    if (days === 0) return yield []
    for (let left = from; left <= to; left += 1)
      for (let came = to; came <= left + eligible; came += 1)
        for (const others of courses(eligible, days - 1, left, came))
          yield [[left, came], ...others]
  }

  test.each([3, 5, 6, 7, 8])(
    'cannot be inferred to be smaller than a group, with %d eligible people',
    (eligible) => {
      const worlds = [...courses(eligible)].map((days) => {
        let edition: Edition | undefined
        const seen = days.map(([from, to]) => {
          edition = read(edition, crowd(from, to), eligible, groupSize)
          return shown(edition, eligible, groupSize)
        })
        const present = days.map(([from, to]) => to - from)
        return {
          seen: seen.join(' | '),
          secrets: [
            ...present,
            ...present.map((it) => eligible - it),
            ...days.flatMap(([from, to], day) => {
              const [fromBefore, toBefore] = days[day - 1] ?? [0, 0]
              return [from - fromBefore, to - toBefore]
            }),
          ],
        }
      })
      const allowed = [0, ...Array.from({ length: eligible }, (_, it) => it + groupSize)]
      for (const [seen, same] of Map.groupBy(worlds, (it) => it.seen))
        for (const [index, secret] of same[0]?.secrets.entries() ?? [])
          if (same.every(({ secrets }) => secrets[index] === secret))
            expect(allowed, seen).toContain(secret)
    },
  )
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
  }
  const of = (people: ClientCounts[]) =>
    totalsOf(new Map(people.map((it, index) => [`${index}`, it])))

  test('adds at most as many sessions as the sixth person has', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 6 }), (counts) => {
        const people = counts.map((sessions) => ({ ...someone, sessions }))
        const sixth = counts.toSorted((a, b) => b - a)[5] ?? 0
        expect(of(people).sessions).toBeLessThanOrEqual(sixth * counts.length)
        expect(of([{ ...someone, sessions: 1000 }, ...people.slice(1)]).sessions).toBe(
          of([{ ...someone, sessions: 2000 }, ...people.slice(1)]).sessions,
        )
      }),
    )
  })

  test('does not change the most common duration of a session', () => {
    const short = Array.from({ length: 6 }, () => someone)
    expect(of(short).minutes).toBe(0)
    expect(of([...short, { ...someone, minutes: 60 }]).minutes).toBe(0)
    expect(of([...short.slice(1), { ...someone, minutes: 60 }]).minutes).toBeNull()
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
