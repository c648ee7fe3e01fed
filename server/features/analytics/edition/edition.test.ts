import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics.ts'
import type { RiskLevel } from '#contract/clients.ts'
import {
  assessedAs,
  byEditions,
  byTheMoment,
  levels,
  newcomer,
  type Rule,
  type Truth,
} from '../../../test/organization-reader.ts'
import { type ClientCounts, nextEdition, totalsOf } from './edition.ts'

type Step = { kind: 'comes' | 'leaves' | 'is assessed'; who: string }

/** One way it may have been: what somebody who knows every step, but no band, cannot tell from the others but by reading. */
type World = {
  memory: unknown
  people: ReadonlyMap<string, Truth>
  bands: RiskLevel[]
  read: string
}

/** Every way it may have been after one step more. */
function* after(world: World, { kind, who }: Step, rule: Rule) {
  const people = new Map(world.people)
  if (kind === 'leaves') people.delete(who)
  if (kind === 'comes') people.set(who, newcomer())
  for (const band of kind === 'is assessed' ? levels : [undefined]) {
    const bands = band ? [...world.bands, band] : world.bands
    const it = people.get(who)
    if (band && it) people.set(who, assessedAs(it, `${bands.length}`, band))
    const memory = rule.read(world.memory, people, 0)
    const read = `${world.read} | ${rule.told(memory, 0)}`
    yield { memory, people: new Map(people), bands, read }
  }
}

/**
 * The bands that only one value is possible for, given all that was read, unless as many people as a group has were in
 * that band together at some moment.
 */
function bandsFoundOut(steps: readonly Step[], worlds: readonly World[], least: number) {
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
      if (group.length >= least) for (const index of group) inGroup.add(index)
    }
  }
  return certain.flatMap((band, index) =>
    band && !inGroup.has(index) ? [`assessment ${index} is ${band}: ${first?.read}`] : [],
  )
}

/**
 * Goes through every sequence of so many steps of so few people, reading after each, and answers the first in which
 * somebody's band is found out.
 */
function search(
  rule: Rule,
  { least, people, steps: most }: Record<'least' | 'people' | 'steps', number>,
) {
  let sequences = 0
  function further(
    steps: readonly Step[],
    worlds: readonly World[],
    there: readonly string[],
    came: number,
  ): string | undefined {
    sequences += 1
    for (const same of Map.groupBy(worlds, (it) => it.read).values()) {
      const [found] = bandsFoundOut(steps, same, least)
      if (found) return `${steps.map(({ kind, who }) => `${who} ${kind}`).join(', ')}: ${found}`
    }
    if (steps.length === most) return undefined
    const possible: Step[] = there.flatMap((who) => [
      { kind: 'is assessed', who },
      { kind: 'leaves', who },
    ])
    // Who comes next makes no difference, so it is always the next.
    if (came < people) possible.push({ kind: 'comes', who: `P${came}` })
    for (const step of possible) {
      const found = further(
        [...steps, step],
        worlds.flatMap((it) => [...after(it, step, rule)]),
        [
          ...there.filter((it) => step.kind !== 'leaves' || it !== step.who),
          ...(step.kind === 'comes' ? [step.who] : []),
        ],
        came + (step.kind === 'comes' ? 1 : 0),
      )
      if (found) return found
    }
    return undefined
  }
  const found = further([], [{ memory: undefined, people: new Map(), bands: [], read: '' }], [], 0)
  return { found, sequences }
}

describe('whoever knows every step, and reads after each, finds out nobody\u2019s band', () => {
  test.each([
    { least: 2, people: 4, steps: 7 },
    { least: 3, people: 4, steps: 7 },
  ])(
    'by groups of $least, whatever up to $people people do in $steps steps',
    (size) => {
      const { found, sequences } = search(byEditions(size.least) as Rule, size)
      expect(found).toBeUndefined()
      expect(sequences).toBeGreaterThan(1000)
    },
    120_000,
  )

  test('and by the rule before they did', () => {
    const { found } = search(byTheMoment(2) as Rule, { least: 2, people: 3, steps: 7 })
    expect(found).toMatch(/assessment \d is (high|medium|low)/)
  })
})

describe('in histories of any length', () => {
  const kinds = [
    'comes',
    'leaves',
    'moves',
    'is assessed',
    'meets',
    'rests',
    'is recorded',
  ] as const
  const event = fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.nat(24).map((it) => `P${it}`),
    value: fc.nat(90),
    isRead: fc.boolean(),
  })
  type Event = typeof event extends fc.Arbitrary<infer It> ? It : never
  type Places = Record<'here' | 'there', Map<string, Truth>>

  function happen({ here, there }: Places, { kind, who, value }: Event, count: number) {
    const it = here.get(who)
    if (kind === 'comes' && !it && !there.has(who)) here.set(who, newcomer())
    else if (!it) return false
    else if (kind === 'leaves' || kind === 'moves') {
      here.delete(who)
      if (kind === 'moves') there.set(who, it)
    } else if (kind === 'is assessed')
      here.set(who, assessedAs(it, `${count}`, levels[value % 3] ?? 'low'))
    else if (kind === 'meets')
      here.set(who, { ...it, sessions: it.sessions + 1 + (value % 5), isActive: true })
    else if (kind === 'rests') here.set(who, { ...it, isActive: false })
    else here.set(who, { ...it, recordings: it.recordings + 1, minutes: value - (value % 15) })
    return true
  }

  const figures = ['isEnrolled', 'band', 'isActive', 'sessions', 'minutes'] as const
  const ofNobody: Partial<ClientCounts> = {
    isEnrolled: false,
    band: null,
    isActive: false,
    sessions: 0,
    minutes: null,
  }

  /**
   * What changed from one reading to the next though it is about fewer people than a group: a figure, or who is
   * enrolled. Whoever was assessed again belongs to the group that changes the bands, also in the same band.
   */
  function changedByFew(rule: Rule, events: readonly Event[], eligible: number) {
    const places: Places = { here: new Map(), there: new Map() }
    const readers = (['here', 'there'] as const).map((place) => ({
      place,
      memory: undefined as unknown,
      read: 'sample',
    }))
    const found: string[] = []
    for (const [count, it] of events.entries()) {
      happen(it.value % 2 ? { here: places.there, there: places.here } : places, it, count)
      if (!it.isRead) continue
      for (const reader of readers) {
        const before = rule.counted(reader.memory)
        reader.memory = rule.read(reader.memory, places[reader.place], eligible)
        const after = rule.counted(reader.memory)
        const read = rule.told(reader.memory, eligible)
        const people = [...new Set([...before.keys(), ...after.keys()])]
        const changes = figures.map((figure) => {
          const marks = { band: 'assessment', minutes: 'recordings' } as const
          const mark = figure === 'band' || figure === 'minutes' ? marks[figure] : figure
          const of = (counted: typeof before, id: string, column: keyof ClientCounts) =>
            counted.get(id)?.[column] ?? ofNobody[column] ?? (column === 'recordings' ? 0 : null)
          return {
            figure,
            isNew: people.some((id) => of(before, id, figure) !== of(after, id, figure)),
            size: people.filter((id) => of(before, id, mark) !== of(after, id, mark)).length,
          }
        })
        for (const { figure, isNew, size } of changes)
          if (isNew && size < minimumGroup)
            found.push(`${figure} by ${size}: ${reader.read} then ${read}`)
        if (read !== reader.read && !changes.some(({ isNew }) => isNew))
          found.push(`nothing: ${reader.read} then ${read}`)
        reader.read = read
      }
    }
    return found
  }
  const history = fc.array(event, { minLength: 30, maxLength: 300, size: 'max' })
  const eligible = fc.constantFrom(0, 14, 30)

  test('two readings that differ have six people between them who had something new', () => {
    fc.assert(
      fc.property(history, eligible, (events, headcount) => {
        expect(changedByFew(byEditions(minimumGroup) as Rule, events, headcount)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('and by the rule before they had not', () => {
    const found = fc
      .sample(history, { numRuns: 50, seed: 7 })
      .flatMap((events) => changedByFew(byTheMoment(minimumGroup) as Rule, events, 0))
    for (const figure of figures)
      expect(
        found.some((it) => it.startsWith(`${figure} by`)),
        figure,
      ).toBe(true)
  })
})

describe('the number of those who came, stayed or left', () => {
  const least = 3
  const crowd = (from: number, to: number) =>
    new Map(Array.from({ length: to - from }, (_, index) => [`P${from + index}`, newcomer()]))

  /** All that may happen on three days: the first of the people leave, and others come, as far as they are eligible. */
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

  test.each([3, 5, 6, 7, 8])('is never sure to be too few of %d eligible people', (eligible) => {
    const rule = byEditions(least)
    const worlds = [...courses(eligible)].map((days) => {
      let memory: ReturnType<typeof rule.read>
      const read = days.map(([from, to]) => {
        memory = rule.read(memory, crowd(from, to), eligible)
        return rule.told(memory, eligible)
      })
      const here = days.map(([from, to]) => to - from)
      return {
        read: read.join(' | '),
        secrets: [
          ...here,
          ...here.map((it) => eligible - it),
          ...days.flatMap(([from, to], day) => {
            const [fromBefore, toBefore] = days[day - 1] ?? [0, 0]
            return [from - fromBefore, to - toBefore]
          }),
        ],
      }
    })
    for (const [read, same] of Map.groupBy(worlds, (it) => it.read))
      for (const [index, secret] of same[0]?.secrets.entries() ?? [])
        if (same.every(({ secrets }) => secrets[index] === secret))
          expect([0, ...Array.from({ length: eligible }, (_, it) => it + least)], read).toContain(
            secret,
          )
  })
})

describe('one person alone', () => {
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

  test('adds no more sessions than the sixth has, however many it were', () => {
    const five = Array.from({ length: 6 }, () => someone)
    expect(of([...five, someone]).sessions).toBe(14)
    expect(of([...five, { ...someone, sessions: 500 }]).sessions).toBe(14)
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

  test('does not make the sessions longer', () => {
    const short = Array.from({ length: 6 }, () => someone)
    expect(of(short).minutes).toBe(0)
    expect(of([...short, { ...someone, minutes: 60 }]).minutes).toBe(0)
    expect(of([...short.slice(1), { ...someone, minutes: 60 }]).minutes).toBeNull()
  })

  test('who moves away and back before the next edition was never away', () => {
    const present = new Map(Array.from({ length: 6 }, (_, index) => [`${index}`, newcomer()]))
    const moment = { present, eligible: 25, months: ['2026-01'] }
    const edition = nextEdition(undefined, moment)
    expect(nextEdition(edition, moment)).toEqual(edition)
  })
})

describe('a month that was told', () => {
  const people = (bands: Record<string, RiskLevel>, size = 6) =>
    new Map(
      Array.from({ length: size }, (_, index) => [
        `${index}`,
        {
          ...newcomer(),
          assessed: Object.fromEntries(
            Object.entries(bands).map(([month, band]) => [month, { assessment: band, band }]),
          ),
        },
      ]),
    )

  test('is not told otherwise when it is over', () => {
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
