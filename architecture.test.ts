import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{contract,server,web}/**/*.{ts,tsx,mjs}').filter(
  (file) => !file.includes('.test.') && !file.startsWith('server/test/'),
)

// `npm start` installs the dependencies alone, `npm test` the devDependencies too.
test('what the product or its build imports is a dependency', () => {
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

// Under some names the database knows another clock than `contract/calendar.ts`.
test('the database is asked for no time zone but UTC', () => {
  const zone = /at time zone (?!'UTC')|\btimezone\(|set time ?zone/i
  const found = files.filter(
    (file) => file.startsWith('server/') && zone.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})
