import { describe, expect, test } from 'vitest'
import { type RiskLevel } from '#contract/clients/clients.ts'
import { assessedAs, levels, newcomer, type Present, read, shown } from '../../../test/editions.ts'
import { type Edition } from './edition.ts'

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
