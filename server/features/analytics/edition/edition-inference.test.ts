import { describe, expect, test } from 'vitest'
import {
  answeredAs,
  assessedAs,
  levels,
  measuredAs,
  newcomer,
  type Present,
  read,
  shown,
} from '../../../test/editions.ts'
import { type CurrentCounts, type Edition, eventColumns } from './edition.ts'

/** What is secret about a person: the values it can have, and how one of them is noted. */
type Secret = {
  values: readonly string[]
  note: (it: CurrentCounts, mark: string, value: string) => CurrentCounts
}
const secrets: Record<string, Secret> = {
  assessment: {
    values: levels,
    note: (it, mark, value) =>
      assessedAs(it, mark, levels.find((level) => level === value) ?? 'low'),
  },
  feedback: {
    values: ['helpful', 'not helpful'],
    note: (it, mark, value) => answeredAs(it, mark, value === 'helpful'),
  },
  measured: {
    values: ['better at once', 'better at last', 'not better'],
    note: (it, mark, value) =>
      measuredAs(it, mark, value === 'not better' ? null : value === 'better at last' ? 9 : 1),
  },
  recordings: {
    values: ['short', 'long'],
    note: (it, mark, value) => ({
      ...{ ...it, recordings: Number(mark), minutes: value === 'long' ? 60 : 15 },
    }),
  },
  firstMet: {
    values: ['soon', 'late'],
    note: (it, mark, value) => ({ ...it, firstMet: mark, waitDays: value === 'late' ? 90 : 1 }),
  },
}

test('every part of an edition that says something about a person is attacked', () => {
  expect(Object.keys(secrets).toSorted()).toEqual(eventColumns.toSorted())
})

type Step = { kind: 'joins' | 'leaves' | 'says'; who: string }

/** A possible sequence of events with the published figures. Readers know the events, but nothing that was said. */
type World = { edition: Edition | undefined; people: Present; said: string[]; seen: string }

/** Every world that is one event further. */
function* worldsAfter(
  world: World,
  { kind, who }: Step,
  secret: Secret,
  groupSize: number,
): Generator<World> {
  for (const value of kind === 'says' ? secret.values : [undefined]) {
    const people = new Map(world.people)
    if (kind === 'leaves') people.delete(who)
    if (kind === 'joins') people.set(who, newcomer)
    const said = value ? [...world.said, value] : world.said
    const it = people.get(who)
    if (value && it) people.set(who, secret.note(it, `${said.length}`, value))
    const edition = read(world.edition, people, 0, groupSize)
    yield { edition, people, said, seen: `${world.seen} | ${shown(edition, 0, groupSize)}` }
  }
}

/** What can only be one value, except of a whole group that was known to have said the same. */
function inferred(
  steps: readonly Step[],
  worlds: readonly World[],
  { values }: Secret,
  groupSize: number,
) {
  const [first] = worlds
  const certain = first?.said.map((value, index) =>
    worlds.every((it) => it.said[index] === value) ? value : undefined,
  )
  if (!certain?.some(Boolean)) return []
  const inGroup = new Set<number>()
  const latest = new Map<string, number>()
  for (const { kind, who } of steps) {
    if (kind === 'says') latest.set(who, latest.size ? Math.max(...latest.values()) + 1 : 0)
    for (const value of values) {
      const group = [...latest.values()].filter((index) => certain[index] === value)
      if (group.length >= groupSize) for (const index of group) inGroup.add(index)
    }
  }
  return certain.flatMap((value, index) =>
    value && !inGroup.has(index) ? [`number ${index} is ${value}: ${first?.seen}`] : [],
  )
}

/** Tries every sequence of events with a reading after each, until a secret can be inferred. */
function findInference(secret: Secret, groupSize: number, maxPeople: number, maxSteps: number) {
  let sequences = 0
  function search(
    steps: readonly Step[],
    worlds: readonly World[],
    present: readonly string[],
    joined: number,
  ): string | undefined {
    sequences += 1
    for (const same of Map.groupBy(worlds, (it) => it.seen).values()) {
      const [found] = inferred(steps, same, secret, groupSize)
      if (found) return `${steps.map(({ kind, who }) => `${who} ${kind}`).join(', ')}: ${found}`
    }
    if (steps.length === maxSteps) return undefined
    const possible: Step[] = present.flatMap((who) => [
      { kind: 'says', who },
      { kind: 'leaves', who },
    ])
    if (joined < maxPeople) possible.push({ kind: 'joins', who: `P${joined}` })
    for (const step of possible) {
      const remaining = present.filter((it) => step.kind !== 'leaves' || it !== step.who)
      const isNew = step.kind === 'joins'
      const found = search(
        [...steps, step],
        worlds.flatMap((it) => [...worldsAfter(it, step, secret, groupSize)]),
        isNew ? [...remaining, step.who] : remaining,
        isNew ? joined + 1 : joined,
      )
      if (found) return found
    }
    return undefined
  }
  const found = search([], [{ edition: undefined, people: new Map(), said: [], seen: '' }], [], 0)
  return { found, sequences }
}

test.each(
  Object.entries(secrets).flatMap(([name, it]) => [2, 3].map((size) => [name, size, it] as const)),
)(
  'a reader who knows every event cannot infer a single secret of %s in groups of %d',
  (_, groupSize, secret) => {
    const { found, sequences } = findInference(secret, groupSize, 4, 7)
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
