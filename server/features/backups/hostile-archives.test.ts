import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { create, extract, Header } from 'tar'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { cloneDatabase } from '../../test/database.ts'
import { testApp } from '../../test/test-app.ts'
import { createBackup } from './create-backup.ts'
import { computeChecksums, readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const { deps, databaseUrl } = await testApp()
const file = (name: string) => path.join(deps.config.dataDir, name)
beforeAll(() => createBackup({ ...deps, databaseUrl }, file('good.tar'), { withSecretKey: false }))

async function emptyInstallation() {
  const database = await cloneDatabase({ ...inject('database'), template: 'template0' })
  const folder = mkdtempSync(file('restored-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  return { url: database.url, config: readConfig({ DATA_DIR: folder }), folder }
}

test.each([
  ['other files', '.env', {}],
  ['a folder that does not belong to it', 'dist/index.js', {}],
  ['a path out of its folder', 'recordings/../../escaped', {}],
  ['a link', 'recordings', { type: 'SymbolicLink', linkpath: '/etc' }],
  ['a link to a file', 'keys/key.json', { type: 'Link', linkpath: 'manifest.json' }],
] as const)('an archive with %s is refused and leaves nothing behind', async (_, name, header) => {
  const entry = new Header({ path: name, type: 'File', mode: 0o600, size: 0, ...header })
  entry.encode()
  const good = readFileSync(file('good.tar'))
  writeFileSync(file('bad.tar'), Buffer.concat([entry.block ?? Buffer.alloc(0), good]))
  const { url, config, folder } = await emptyInstallation()
  await expect(restoreBackup(config, url, file('bad.tar'), () => {})).rejects.toThrow(
    `files that don't belong to one: ${name}`,
  )
  await sleep(200)
  expect(readdirSync(folder)).toEqual([])
})

test('a row that is too long is refused at once', async () => {
  const { url, config, folder } = await emptyInstallation()
  const unpacked = path.join(folder, 'unpacked')
  mkdirSync(unpacked)
  extract({ file: file('good.tar'), cwd: unpacked, sync: true })
  const bomb = gzipSync(Buffer.alloc(100_000_000, ' '))
  writeFileSync(path.join(unpacked, 'database/session.jsonl.gz'), bomb)
  const manifest = await readManifest(unpacked)
  const files = await computeChecksums(unpacked)
  writeFileSync(path.join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, files }))
  create({ file: file('long.tar'), cwd: unpacked, sync: true }, readdirSync(unpacked))
  const start = performance.now()
  await expect(restoreBackup(config, url, file('long.tar'), () => {})).rejects.toThrow(
    'A row in session.jsonl.gz is too long.',
  )
  expect(performance.now() - start).toBeLessThan(20_000)
}, 60_000)
