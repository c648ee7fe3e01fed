import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{contract,server,web}/**/*.{ts,tsx,mjs}').filter(
  (file) => !file.includes('.test.') && !file.startsWith('server/test/'),
)

// `npm start` installs only dependencies, `npm test` devDependencies too.
test('every package that the product or its build imports is listed in dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const commands = ['dev.ts', 'create-admin.ts', 'models.ts'].map((name) => `scripts/${name}`)
  const imported = [...files, ...commands, 'vite.config.ts'].flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:\bfrom\s+|\bimport\s*\(?\s*)'(?!node:|[.#])((?:@[^'/\s]+\/)?[^'/\s]+)/g,
      ),
    ].map((match) => match[1] ?? ''),
  )
  expect(imported).toContain('vite')
  expect(imported.filter((name) => !(name in dependencies))).toEqual([])
})

// For some zone names PostgreSQL disagrees with `contract/rules/calendar.ts`.
test('queries use no time zone other than UTC', () => {
  const zone = /at time zone (?!'UTC')|\btimezone\(|set time ?zone/i
  const found = files.filter(
    (file) => file.startsWith('server/') && zone.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})

const namesIn = (folder: string) =>
  globSync(`${folder}/*`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** Why a noun of the server has no folder of its own elsewhere. */
const elsewhere: Record<string, Record<string, string>> = {
  contract: { backups: 'commands', reminders: 'run by themselves' },
  'web/features': {
    ...{ backups: 'commands', reminders: 'run by themselves', crm: 'part of integrations' },
    questionnaires: 'part of plans',
  },
  e2e: {
    ...{ analytics: 'everywhere/home', backups: 'commands', reminders: 'run by themselves' },
    ...{ 'person-exports': 'erasures', trust: 'everywhere/public' },
  },
}

test.each([
  ['contract', ['rules']],
  ['web/features', []],
  ['e2e', ['everywhere']],
])('the folders of %s are the nouns of the server', (root, others) => {
  const nouns = namesIn('server/features')
  const found = namesIn(root).filter((name) => !others.includes(name))
  expect(found.filter((name) => !nouns.includes(name))).toEqual([])
  const missing = nouns.filter((name) => !found.includes(name))
  expect(missing).toEqual(Object.keys(elsewhere[root] ?? {}).toSorted())
})

test('only the routes of a feature know the request', () => {
  const found = files.filter(
    (file) =>
      file.startsWith('server/features/') &&
      !file.endsWith('.routes.ts') &&
      readFileSync(file, 'utf8').includes("from 'fastify'"),
  )
  expect(found).toEqual([])
})
