import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The server from the ground up: who stands on whom. A layer imports itself and what is named, and what is named stands
 * above it in this list, so that no import runs back up.
 */
const ground = [
  'contract',
  'server/ids.ts',
  'server/tokens.ts',
  'server/errors.ts',
  'server/keys.ts',
]
const house = [
  ...ground,
  ...['server/config.ts', 'server/db', 'server/installation', 'server/providers', 'server/deps.ts'],
  ...['server/http', 'server/access.ts', 'server/lists'],
]
const server: [layer: string, ...mayImport: string[]][] = [
  ['server/ids.ts'],
  ['server/tokens.ts'],
  ['server/errors.ts', 'contract'],
  ['server/keys.ts'],
  ['server/loopback.ts'],
  ['server/base-addresses.ts', 'contract'],
  ['server/config.ts', 'server/loopback.ts', 'server/base-addresses.ts', 'contract'],
  ['server/work'],
  ['server/db', ...ground],
  // What an administrator set for all, kept at hand.
  ['server/installation', 'server/work', 'server/config.ts', 'server/db', ...ground],
  // The one way to outside services: every call passes it.
  [
    'server/outbound',
    ...['server/base-addresses.ts', 'server/loopback.ts', 'server/work', 'server/db'],
    'server/ids.ts',
  ],
  ['server/media', 'server/work'],
  // The line format of a raw transcript, and what a sentence is: those who write and those who read one share them.
  ['server/providers/transcript', 'contract'],
  // What adapters of every type have beside what they do.
  ['server/providers/adapter.ts'],
  // Service accounts of Google, for whoever speaks to one of its services.
  ['server/providers/google', 'server/outbound', 'server/work', 'server/loopback.ts'],
  [
    'server/providers/storage',
    'server/providers/google',
    'server/outbound',
    'server/work',
    'contract',
  ],
  [
    'server/providers/transcription',
    ...['server/outbound', 'server/work', 'server/media', 'server/providers/transcript'],
    ...['server/providers/google', 'contract'],
  ],
  [
    'server/providers/llm',
    ...['server/providers/adapter.ts', 'server/outbound', 'server/work'],
    ...['server/providers/transcript', 'contract'],
  ],
  [
    'server/providers/messaging',
    ...['server/providers/adapter.ts', 'server/loopback.ts', 'server/outbound', 'server/work'],
    'contract',
  ],
  [
    'server/providers/crm',
    ...['server/providers/adapter.ts', 'server/outbound', 'server/work', 'contract'],
  ],
  // Who does what, by the settings in the database.
  [
    'server/providers',
    ...['server/keys.ts', 'server/work', 'server/config.ts', 'server/db', 'contract'],
    ...['server/outbound', 'server/base-addresses.ts', 'server/loopback.ts'],
  ],
  [
    'server/deps.ts',
    ...[
      'server/keys.ts',
      'server/config.ts',
      'server/db',
      'server/installation',
      'server/providers',
    ],
  ],
  [
    'server/http',
    ...['server/loopback.ts', 'server/config.ts', 'server/db', 'server/deps.ts', ...ground],
  ],
  ['server/access.ts', 'server/db', 'server/http', ...ground],
  ['server/lists', 'server/db', 'server/http', ...ground],
  ['server/audit', ...house],
  ['server/messages', 'server/work', 'server/audit', ...house],
  ['server/retention', 'server/db', 'contract'],
  ['server/integrations', 'server/outbound', 'server/work', 'server/audit', ...house],
  ['server/settings', 'server/audit', 'server/retention', ...house],
  ['server/organizations', 'server/audit', ...house],
  ['server/crm', 'server/work', 'server/audit', ...house],
  ['server/clients', 'server/audit', ...house],
  ['server/recordings', 'server/work', 'server/media', 'server/audit', ...house],
  // What in a session's text shows a value that an analysis found there, and what of it counts in the plan.
  ['server/evidence', ...house],
  [
    'server/transcriptions',
    ...['server/work', 'server/audit', 'server/recordings', 'server/evidence', ...house],
  ],
  [
    'server/sessions',
    ...['server/work', 'server/audit', 'server/messages', 'server/clients', 'server/recordings'],
    ...['server/evidence', 'server/transcriptions', ...house],
  ],
  ['server/definitions', 'server/work', 'server/audit', 'server/sessions', ...house],
  // What a client answers, scored by rules; whom to call, and the mark that a coach takes off.
  ['server/questionnaires', 'server/audit', 'server/messages', ...house],
  [
    'server/plans',
    ...['server/audit', 'server/clients', 'server/definitions', 'server/sessions'],
    ...['server/questionnaires', ...house],
  ],
  // What people are told of sessions and assignments, before it is time.
  [
    'server/reminders',
    ...['server/messages', 'server/clients', 'server/sessions', 'server/plans', ...house],
  ],
  [
    'server/coaches',
    ...['server/audit', 'server/organizations', 'server/clients', 'server/sessions', ...house],
  ],
  [
    'server/ai',
    ...['server/work', 'server/audit', 'server/clients', 'server/evidence', 'server/sessions'],
    ...['server/questionnaires', 'server/plans', ...house],
  ],
  ['server/executions', 'server/ai', 'server/audit', ...house],
  [
    'server/accounts',
    'server/messages',
    'server/audit',
    'server/clients',
    'server/coaches',
    ...house,
  ],
  ['server/analytics', 'server/audit', 'server/clients', ...house],
  ['server/demo', 'server/accounts', 'server/questionnaires', ...house],
  ['server/app.ts', 'server', 'contract'],
  ['server/process', 'server', 'contract'],
  ['server/main.ts', 'server', 'contract'],
  ['server/worker.ts', 'server', 'contract'],
]

/**
 * Who may import whom (docs/architecture.md). The longest key that the importer's path begins with counts.
 * `*` in a target stands for the importer's own folder of that name.
 */
const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  ...Object.fromEntries(server.map(([layer, ...targets]) => [layer, [layer, ...targets]])),
  'web/lib': ['web/lib', 'contract'],
  'web/ui': ['web/ui'],
  // What several features show of the product's nouns: a person, a day, a risk, a read that is still to come.
  'web/parts': ['web/parts', 'web/ui', 'web/lib', 'contract'],
  // What is written: the write with its toast, the form, its fields. It knows the contract's errors, and no product word.
  'web/form': ['web/form', 'web/ui', 'web/lib', 'contract'],
  'web/features': [
    ...['web/features/*', 'web/parts', 'web/form', 'web/ui', 'web/lib', 'web/paths.ts', 'contract'],
  ],
  web: ['web', 'contract'],
}

/** Who may import which package: one that is not named here is nobody's yet. */
const mayUse: Record<string, string[]> = {
  zod: ['contract', 'server', 'web'],
  fastify: ['server'],
  '@fastify': ['server/app.ts', 'server/http'],
  'prom-client': ['server/http'],
  kysely: ['server'],
  pg: ['server/db', 'server/process'],
  'graphile-worker': ['server/process'],
  uuid: ['server'],
  undici: ['server/outbound'],
  nodemailer: ['server/providers/messaging'],
  pino: ['server/process'],
  '@node-rs/argon2': ['server/accounts'],
  '@tus': ['server/recordings'],
  mediabunny: ['server/media', 'web/features/recordings'],
  koffi: ['server/providers/transcription/local'],
  tar: ['server/providers/transcription/local'],
  docx: ['server/sessions/transcript-files'],
  pdfkit: ['server/sessions/transcript-files'],
  react: ['web'],
  'react-dom': ['web/main.tsx', 'web/ui/paper.tsx', 'web/ui/use-media.ts'],
  'react-router': ['web'],
  'lucide-react': ['web'],
  '@tanstack/react-query': ['web'],
  '@tanstack/react-virtual': ['web/ui'],
  'radix-ui': ['web/ui'],
  '@visx': ['web/features/analytics'],
  '@hookform': ['web/form'],
  'react-hook-form': ['web/form', 'web/features'],
  'tus-js-client': ['web/features/recordings'],
  'i18n-iso-countries': ['web/lib'],
  '@codemirror': ['web/ui'],
  diff: ['web/ui'],
  uqr: ['web/features/organizations'],
}

const startsWithPath = (file: string, start: string) =>
  file === start || file.startsWith(`${start}/`)

const layerOf = (file: string) =>
  Object.keys(mayImport)
    .filter((layer) => startsWithPath(file, layer))
    .toSorted((a, b) => b.length - a.length)[0] ?? ''

/** What a source imports: files as paths from the top, packages under their names. */
function importsOf(file: string, source: string) {
  const names = [...source.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^'\s]+)'/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !name.startsWith('node:'))
  const isOwn = (name: string) => name.startsWith('.') || name.startsWith('#')
  return {
    files: names
      .filter(isOwn)
      .map((name) =>
        name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
      ),
    packages: names.filter((name) => !isOwn(name)),
  }
}

function forbidden(file: string, source: string) {
  const own = file.split('/').slice(0, 3).join('/')
  const allowed = (mayImport[layerOf(file)] ?? []).map((to) => (to.endsWith('/*') ? own : to))
  const imported = importsOf(file, source)
  return [
    ...imported.files.filter((target) => !allowed.some((to) => startsWithPath(target, to))),
    ...imported.packages.filter((name) => {
      const [, users] = Object.entries(mayUse).find(([it]) => startsWithPath(name, it)) ?? []
      return !users?.some((it) => startsWithPath(file, it))
    }),
  ]
}

const files = globSync('{contract,server,web}/**/*.{ts,tsx,mjs}').filter(
  (file) => !file.includes('.test.') && !file.startsWith('server/test/'),
)

test('there is something to check', () => expect(files.length).toBeGreaterThan(50))

test('no import of the server runs back up', () => {
  const floors = ['contract', ...server.map(([layer]) => layer)]
  const upwards = server.flatMap(([layer, ...targets]) =>
    targets
      .filter((target) => target !== 'server')
      .flatMap((target) => floors.filter((it) => startsWithPath(it, target)))
      .filter((target) => floors.indexOf(target) >= floors.indexOf(layer))
      .map((target) => `${layer} -> ${target}`),
  )
  expect(upwards).toEqual([])
})

test.each([
  ['server/clients/clients.service.ts', '../recordings/recordings.service.ts'],
  ['server/clients/clients.queries.ts', '../media/probe.ts'],
  ['server/recordings/uploads.service.ts', '../sessions/sessions.queries.ts'],
  ['server/db/db.ts', '../http/mount.ts'],
  ['server/http/mount.ts', '../accounts/auth.service.ts'],
  ['server/clients/clients.queries.ts', 'pg'],
  ['server/http/mount.ts', '../app.ts'],
  ['contract/auth.ts', '../server/ids.ts'],
  ['contract/auth.ts', 'react'],
  ['web/ui/button.tsx', '../lib/api.ts'],
  ['web/features/plan/grid.tsx', '../clients/client-card.tsx'],
  ['web/features/plan/grid.tsx', 'radix-ui'],
  ['web/features/plan/grid.tsx', 'left-pad'],
  ['web/parts/risk.tsx', '../features/clients/client-table.tsx'],
  ['web/parts/risk.tsx', '../form/fields.tsx'],
  ['web/ui/badge.tsx', '../parts/risk.tsx'],
  ['web/form/form-dialog.tsx', '../features/users/edit-user.tsx'],
  ['web/ui/dialog.tsx', '../form/form-dialog.tsx'],
  ['web/pages/home/home-page.tsx', '#server/ids.ts'],
])('%s may not import %s', (file, specifier) => {
  expect(forbidden(file, `import { x } from '${specifier}'`)).toHaveLength(1)
  expect(forbidden(file, `const { x } = await import('${specifier}')`)).toHaveLength(1)
})

test('a file of no layer is allowed nothing', () => {
  expect(forbidden('elsewhere/x.ts', `import { x } from '#contract/auth.ts'`)).toHaveLength(1)
})

test.each(files)('%s imports what its layer may', (file) => {
  expect(forbidden(file, readFileSync(file, 'utf8'))).toEqual([])
})

/** Decision 44: as an ES module `node:http` brings Node's `fetch` along. Its types cost nothing. */
const loadsFetch =
  /^(?:import|export) (?!type\b)[^']*'(?:node:)?https?'|\bimport\('(?:node:)?https?'/m

test.each([
  [`import { STATUS_CODES } from 'node:http'`, true],
  [`import {\n  STATUS_CODES,\n} from 'node:https'`, true],
  [`import type { Server } from 'node:http'`, false],
  [`import net from 'node:net'\nimport type { Server } from 'node:http'`, false],
  [`  const { get } = await import('node:http')`, true],
])('what loads the `fetch` of Node is known: %s', (source, loads) => {
  expect(loadsFetch.test(source)).toBe(loads)
})

test.each(files.filter((file) => file.startsWith('server/')))(
  '%s loads no module of Node that brings its `fetch` along',
  (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(loadsFetch)
  },
)

test('connections to the database are pooled in one place, which hears what breaks until the end', () => {
  const opens = /\bnew pg\.Pool\(|\brunMigrations\(\{ connectionString/
  const product = files.filter((file) => /^server\/(?!test\/)/.test(file))
  expect(product.filter((file) => opens.test(readFileSync(file, 'utf8')))).toEqual([
    'server/db/pool.ts',
  ])
})

test('no test holds the clock against what is worked out: a busy machine is no fault', () => {
  const timed = /expect\(performance\.now\(\) - \w+\)\s*\.toBeLessThan/
  expect(timed.test('expect(performance.now() - start).toBeLessThan(2_000)')).toBe(true)
  const tests = globSync('{contract,server,web,scripts,bench}/**/*.test.ts')
  expect(tests.length).toBeGreaterThan(250)
  // By server/test/work-of.ts.
  expect(tests.filter((file) => timed.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each(files)('%s has a name that says what is in it', (file) => {
  expect(file).not.toMatch(/\/(utils?|helpers?|common|shared|misc|index)(\.|\/)/)
  expect(path.basename(file)).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*\.(tsx?|mjs)$/)
})

test.each(files.filter((file) => file.startsWith('web/') && file !== 'web/routes.tsx'))(
  '%s has code that comes later drawn as soon as it is there',
  (file) => {
    // By web/ui/piece.tsx, which says why.
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /\bimport \{[^}]*\b(lazy|Suspense)\b[^}]*\} from 'react'/,
    )
  },
)

// `npm start` installs what the product runs on, and what checks it only for `npm test`.
test('what runs the product or builds its pages is installed to run it', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const commands = ['dev.ts', 'create-admin.ts', 'models.ts'].map((name) => `scripts/${name}`)
  const used = [...files, ...commands, 'vite.config.ts'].flatMap((file) =>
    importsOf(file, readFileSync(file, 'utf8')).packages.map((name) => {
      const [first = '', second] = name.split('/')
      return first.startsWith('@') ? `${first}/${second}` : first
    }),
  )
  expect(used).toContain('vite')
  expect(used.filter((name) => !(name in dependencies))).toEqual([])
})

// Under some names the database knows another clock: `contract/calendar.ts` and `contract/clock.ts` are asked alone.
test.each(files.filter((file) => file.startsWith('server/')))(
  '%s asks the database for no clock but that of UTC',
  (file) =>
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /at time zone (?!'UTC')|\btimezone\(|set time ?zone/i,
    ),
)

test.each(['docs/architecture.md', 'CONTRIBUTING.md', 'README.md'])(
  '%s names only files that are there',
  (file) => {
    const named = readFileSync(file, 'utf8').matchAll(
      /`((?:bench|contract|docs|e2e|scripts|server|web)\/[\w./-]+\.\w+)`/g,
    )
    const missing = [...named].map((match) => match[1] ?? '').filter((it) => !existsSync(it))
    expect(missing).toEqual([])
  },
)
