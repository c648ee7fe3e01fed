import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The processes and what only they use: nothing else may import these. */
const processes = [
  ...[
    'main',
    'worker',
    'run',
    'app',
    'connect',
    'first-start',
    'fetch-models',
    'log',
    'complaint',
    'secret-key',
  ],
].map((name) => `server/${name}.ts`)
/** The other modules directly in `server/`: what two features need, each under a name of its own. */
const ground = globSync('server/*.ts').filter(
  (file) => !file.includes('.test.') && !processes.includes(file),
)

/**
 * Who may import whom (docs/architecture.md). The longest key that the importer's path begins with counts.
 * `*` in a target stands for the importer's own folder of that name.
 */
const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  'server/config.ts': ['server/loopback.ts', 'contract'],
  'server/errors.ts': ['contract'],
  'server/ids.ts': [],
  'server/loopback.ts': [],
  'server/passwords.ts': [],
  // The line format of a raw transcript, and what a sentence is, are facts that those who write and those who read one
  // share.
  'server/providers': [
    'server/providers',
    'server/media',
    'server/transcript-text.ts',
    'server/sentences.ts',
    'contract',
  ],
  // Messages are taken over inside the caller's transaction.
  'server/providers/messaging': ['server/providers', 'server/db', 'server/ids.ts', 'contract'],
  'server/db': ['server/db', 'server/providers/storage/storage.ts', 'contract', ...ground],
  'server/media': [
    ...['server/media', 'server/db', 'server/http/mount.ts', 'server/providers', 'contract'],
    ...ground,
  ],
  'server/http': ['server/http', 'server/db', 'contract', ...ground],
  'server/jobs': [
    ...['server/jobs', 'server/db', 'server/media', 'server/providers', 'contract'],
    ...ground,
  ],
  'server/ai': ['server/ai', 'server/db', 'server/http', 'server/providers', 'contract', ...ground],
  'server/features': [
    'server/features/*',
    ...['server/db', 'server/http', 'server/media', 'server/ai', 'server/jobs/queue.ts'],
    ...['server/providers/failures.ts', 'contract'],
    ...ground,
  ],
  ...Object.fromEntries(processes.map((file) => [file, ['server', 'contract']])),
  // The ground stands on the database and on the interfaces of the outside world.
  server: [
    'server/db',
    'server/http',
    'server/jobs/queue.ts',
    'server/providers',
    'contract',
    ...ground,
  ],
  // Which tone a colour word of the contract has is a rule; what a tone looks like is the design system's.
  'web/lib': ['web/lib', 'web/ui/tone.ts', 'contract'],
  'web/ui': ['web/ui'],
  // What is written: the write with its toast, the form, its fields. It knows the contract's errors, and no product word.
  'web/form': ['web/form', 'web/ui', 'web/lib', 'contract'],
  'web/features': ['web/features/*', 'web/form', 'web/ui', 'web/lib', 'web/paths.ts', 'contract'],
  web: ['web', 'contract'],
}

const startsWithPath = (file: string, start: string) =>
  file === start || file.startsWith(`${start}/`)

const layerOf = (file: string) =>
  Object.keys(mayImport)
    .filter((layer) => startsWithPath(file, layer))
    .toSorted((a, b) => b.length - a.length)[0] ?? ''

function importsOf(file: string, source: string) {
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  )
  return specifiers
    .filter((name) => name.startsWith('.') || name.startsWith('#'))
    .map((name) =>
      name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
    )
}

function forbidden(file: string, source: string) {
  const own = file.split('/').slice(0, 3).join('/')
  const allowed = (mayImport[layerOf(file)] ?? []).map((to) => (to.endsWith('/*') ? own : to))
  return importsOf(file, source).filter(
    (target) => !allowed.some((to) => startsWithPath(target, to)),
  )
}

const files = globSync('{contract,server,web}/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.') && !file.startsWith('server/test/'),
)

test('there is something to check', () => expect(files.length).toBeGreaterThan(50))

test.each([
  ['server/features/clients/clients.service.ts', '../recordings/recordings.service.ts'],
  ['server/features/clients/clients.queries.ts', '../../providers/storage/local-disk.ts'],
  ['server/db/db.ts', '../http/mount.ts'],
  ['server/http/mount.ts', '../features/auth/auth.service.ts'],
  ['contract/auth.ts', '../server/ids.ts'],
  ['web/ui/button.tsx', '../lib/api.ts'],
  ['web/features/plan/grid.tsx', '../clients/client-card.tsx'],
  ['web/form/form-dialog.tsx', '../features/users/edit-user.tsx'],
  ['web/ui/dialog.tsx', '../form/form-dialog.tsx'],
  ['web/pages/app/home-page.tsx', '#server/ids.ts'],
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

test.each(files)('%s has a name that says what is in it', (file) => {
  expect(file).not.toMatch(/\/(utils?|helpers?|common|shared|misc|index)(\.|\/)/)
  expect(path.basename(file)).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/)
})
