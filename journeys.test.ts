import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clients } from '#server/demo/people.ts'

const specs = globSync('e2e/*.spec.ts').map((file) => ({
  file,
  source: readFileSync(file, 'utf8'),
}))

/** Journeys look at these and change nothing of theirs: several may do so at once. */
const lookedAt = ['Sarah Lindqvist', 'Charlotte Reed', 'Johanne Mikkelsen', 'Johan Lundin']

/** Their spec files, and what these share: guardians, for whom clients are made, stand there. */
const searched = [
  ...specs,
  { file: 'e2e/journeys.ts', source: readFileSync('e2e/journeys.ts', 'utf8') },
]

test('there is something to check', () => expect(specs.length).toBeGreaterThan(15))

test.each(clients.map(([first, last]) => `${first} ${last}`))(
  '%s is changed by the journeys of one file at most: the others make a client of their own',
  (name) => {
    if (lookedAt.includes(name)) return
    // As the demo data makes them.
    const email = name
      .toLowerCase()
      .replaceAll('ø', 'oe')
      .replaceAll('å', 'aa')
      .normalize('NFD')
      .replaceAll(/[^a-z ]/g, '')
      .replace(' ', '.')
    const files = searched.filter(
      ({ source }) => source.includes(name) || source.includes(`'${email}`),
    )
    expect(files.map(({ file }) => file).slice(1)).toEqual([])
  },
)

test.each(specs)(
  '$file fails on what a page complains of, and tries nothing twice',
  ({ source }) => {
    expect(source).toContain("from './journey.ts'")
    expect(source).not.toMatch(/import \{[^}]*\b(test|expect)\b[^}]*\} from '@playwright\/test'/)
    expect(source).not.toMatch(/\bretries\b/)
  },
)
