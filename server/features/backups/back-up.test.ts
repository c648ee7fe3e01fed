import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { listSettings } from '#contract/settings/settings.ts'
import type { z } from 'zod'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { isBackupDue } from './back-up.job.ts'
import { insertBackup, insertFailedBackup } from './backups.queries.ts'
import { verifyBackup } from './verify-backup.ts'
import { readConfig } from '../../platform/config/config.ts'

type State = z.infer<typeof listSettings.response>['backup']

const app = await testApp(({ installation }) => ({
  installation: { ...installation, backupHour: 2, backupsKept: 2, timeZone: 'Europe/Copenhagen' },
}))
const { deps, db, call, signIn, emails } = app
const { backupDir } = deps.config
const system = await signIn(emails.system)

const readState = async () =>
  (await call({ url: '/api/admin/settings' }, system)).json<{ backup: State }>().backup
const ask = () => call({ method: 'POST', url: '/api/admin/backups' }, system)
async function backUp() {
  expect((await ask()).json()).toMatchObject({ isRunning: true })
  await runQueuedJobs(app, 'back-up')
  return readState()
}
const archives = () => readdirSync(backupDir).toSorted()

afterEach(async () => {
  rmSync(backupDir, { recursive: true, force: true })
  await db.deleteFrom('backup').execute()
  await db.deleteFrom('failedBackup').execute()
})

test('an administrator asks for a backup, which can be restored, and older ones are deleted', async () => {
  mkdirSync(backupDir)
  for (const name of ['maylab-2026-01-01.tar.partial', 'photo.tar'])
    writeFileSync(path.join(backupDir, name), '')
  const first = await backUp()
  expect(first).toMatchObject({ failed: null, isRunning: false, folder: backupDir })
  expect(first.newest).toMatchObject({ hasSecretKey: false })
  const [oldest = ''] = archives().filter((it) => it.startsWith('maylab'))
  expect(archives()).toEqual([oldest, 'photo.tar'])
  const config = readConfig({ DATA_DIR: deps.config.dataDir })
  const { manifest } = await verifyBackup(config, path.join(backupDir, oldest))
  expect(Object.keys(manifest.rows).length).toBeGreaterThan(20)
  await backUp()
  await backUp()
  expect(archives()).toHaveLength(3)
  expect(archives()).toContain('photo.tar')
  expect(archives()).not.toContain(oldest)
})

test('asked for twice, one is written', async () => {
  await Promise.all([ask(), ask()])
  await runQueuedJobs(app, 'back-up')
  expect(archives()).toHaveLength(1)
})

test('one that fails says why until one succeeds', async () => {
  writeFileSync(backupDir, 'a file in its place')
  const { failed } = await backUp()
  expect(failed?.error).toBe('The backup folder can’t be written.')
  rmSync(backupDir)
  expect(await backUp()).toMatchObject({ failed: null })
})

test.each([
  ['before its hour', '2026-11-30T00:59:00Z', '2026-11-29T01:30:00Z', false],
  ['once its hour has passed', '2026-11-30T01:00:00Z', '2026-11-29T01:30:00Z', true],
  ['that was written since', '2026-11-30T05:00:00Z', '2026-11-30T01:10:00Z', false],
  ['that nobody wrote for days', '2026-11-30T00:10:00Z', '2026-11-27T01:10:00Z', true],
])('a daily backup %s', async (_when, now, finishedAt, isDue) => {
  await insertBackup(db, { sizeBytes: 1, hasSecretKey: false })
  await db.updateTable('backup').set({ finishedAt }).execute()
  expect(await isBackupDue(deps, new Date(now))).toBe(isDue)
})

test('a daily backup that failed is tried again the next day', async () => {
  await insertFailedBackup(db, 'There is not enough free space for the backup.')
  expect(await isBackupDue(deps)).toBe(false)
  expect(await isBackupDue(deps, new Date(Date.now() + 24 * 3_600_000))).toBe(true)
})

test('a scheduled backup is not written if one was meanwhile', async () => {
  await backUp()
  await deps.queue.add(db, 'back-up', { isScheduled: true })
  await runQueuedJobs(app, 'back-up')
  expect(archives()).toHaveLength(1)
})
