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

/** Ids are written in these signs, 32 of them: any few occur in one sooner or later. */
const occursInIds =
  /\.not\s*\.to(?:Contain|Match|ContainText)\(\s*(?:['"`]|\/(?:[^/\n]*\|)?)[\da-f]{1,5}(?:['"`]|\||\/)/

test.each([
  [`expect(body).not.toContain('80')`, true],
  ['expect(body)\n  .not.toContain(\n    "bed")', true],
  ['expect(body).not.toMatch(/PHQ|dead|hurt/)', true],
  ['expect(body).not.toMatch(/dead/i)', true],
  [`expect(body).not.toContain('Before')`, false],
  [`expect(body).toContain('80')`, false],
  ['expect(body).not.toMatch(/PHQ|hurt/)', false],
])('%s looks for what an id may hold: %s', (source, isSo) => {
  expect(occursInIds.test(source)).toBe(isSo)
})

test.each(globSync('{contract,server,web,scripts,e2e}/**/*.{test,spec}.ts'))(
  '%s asks of no text that it lacks what an id in it may hold',
  (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(occursInIds)
  },
)

test.each(specs)(
  '$file searches for nothing that a last name made by chance may hold',
  ({ source }) => {
    // They are made of these letters (`ownLastName`).
    expect(source).not.toMatch(/fill\(\s*'[a-f]{1,4}'/)
  },
)
