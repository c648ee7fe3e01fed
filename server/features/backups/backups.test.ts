import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { extract } from 'tar'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { newId } from '../../platform/ids.ts'
import { deriveKeys, newToken } from '../../platform/keys/keys.ts'
import { readMasterKeys } from '../../platform/process/secret-key.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../providers/registry.ts'
import { cloneDatabase } from '../../test/database.ts'
import { makeRecording } from '../../test/make-recording.ts'
import { daysFromNow, makeRecordingRow, makeRow, makeSession } from '../../test/make.ts'
import { s3Service } from '../../test/services/s3.ts'
import { testApp } from '../../test/test-app.ts'
import { getNewestBackup } from './backups.queries.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const configOf = (folder: string) => readConfig({ DATA_DIR: folder })
const keysOf = (folder: string) => deriveKeys(readMasterKeys(configOf(folder)))
const bucketFolder = mkdtempSync(path.join(tmpdir(), 'maylab-bucket-'))
const s3 = await s3Service(bucketFolder)
const { deps, db, databaseUrl, call, signIn, emails, clientId, coachUserId, sessionDefinitionId } =
  await testApp(({ config: { dataDir }, ...built }) => {
    const keys = keysOf(dataDir)
    const folders = { dataDir, modelsDir: dataDir, keyDir: dataDir }
    const addresses = { aws_s3: s3.origin }
    const providers = createProviders({ ...built, keys, addresses }, createCatalogue(folders))
    return { keys, providers }
  })
afterAll(async () => {
  await s3.close()
  rmSync(bucketFolder, { recursive: true })
})
const { dataDir } = deps.config
const recordedSession = async () =>
  makeRecording(deps, await makeSession(db, { clientId, sessionDefinitionId }))
const file = (name: string) => path.join(dataDir, name)
const backUp = (to: string, withSecretKey = true) =>
  createBackup({ ...deps, databaseUrl }, to, { withSecretKey })

/** U+2028 ends a line for some parsers, and secrets depend on the key file. */
const recordingId = await recordedSession()
await db.updateTable('user').set({ lastName: 'one\u2028two\n"three"' }).execute()
const integrationId = newId()
await makeRow(db, 'integration', {
  ...{ id: integrationId, type: 'ai_analysis', provider: 'anthropic_claude', isActive: false },
  secrets: deps.keys.encrypt('integration-secrets', integrationId, '{"apiKey":"sk-1"}'),
})

const webhookId = newId()
await makeRow(db, 'webhook', {
  ...{ id: webhookId, url: 'https://hooks.example', events: ['session.scheduled'] },
  secret: deps.keys.encrypt('webhook-secret', webhookId, 'whsec_1'),
})

const deliveryId = await makeRow(db, 'webhookDelivery', { webhookId, event: 'test', data: '{}' })
await deps.queue.add(db, 'deliver-webhook', { id: deliveryId })

async function pendingJobs(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select name, payload from pending_job')
  await client.end()
  return rows
}

async function emptyInstallation() {
  const database = await cloneDatabase({ ...inject('database'), template: 'template0' })
  const folder = mkdtempSync(file('restored-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  return { url: database.url, config: configOf(folder), folder }
}

/** `plan_change` is unlogged, and `backup` gets its row after the archive is written. */
const notRestored = [
  ...['migration', 'backup', 'plan_change', 'pending_job'],
  ...['login', 'pending_login', 'password_reset', 'email_change', 'trusted_browser'],
]

/** A digest of each table. */
async function contentOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as digest
       from ${name} t, lateral (select (to_jsonb(t) - 'invite_token')::text as line)`,
    )
    if (!notRestored.includes(name)) digests[name] = found[0].digest
  }
  await client.end()
  return digests
}

test('a restored installation has the same rows, recordings, secrets and sequences', async () => {
  await backUp(file('whole.tar'))
  expect(await getNewestBackup(db)).toMatchObject({ hasSecretKey: true })
  const { url, config, folder } = await emptyInstallation()
  const { unreadable } = await restoreBackup(config, url, file('whole.tar'), () => {})
  expect(await pendingJobs(url)).toEqual([{ name: 'deliver-webhook', payload: { id: deliveryId } }])
  expect(await contentOf(url)).toEqual(await contentOf(databaseUrl))
  expect(readFileSync(path.join(folder, 'recordings', recordingId), 'utf8')).toBe('a recording')
  expect(unreadable).toEqual([])
  await expect(restoreBackup(config, url, file('whole.tar'), () => {})).rejects.toThrow(
    'already has users',
  )
})

/** Every text in the columns that hold tokens, in the tables that the backup contains and the others. */
async function tokensIn(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ table: string; column: string }>(
    `select quote_ident(table_name) as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name <> 'api_token' and data_type = 'text'
       and (column_name like '%token%' or column_name like '%browser%' or column_name = 'challenge')`,
  )
  const found: string[] = []
  for (const { table, column } of rows)
    for (const row of (await client.query(`select ${column} as value from ${table}`)).rows)
      if (row.value) found.push(row.value)
  await client.end()
  return found
}

/** All rows of an archive. */
function rowsIn(archive: string) {
  const folder = mkdtempSync(file('rows-'))
  extract({ file: archive, cwd: folder, sync: true })
  const database = path.join(folder, 'database')
  return readdirSync(database)
    .map((name) => gunzipSync(readFileSync(path.join(database, name))).toString())
    .join('')
}

test('a backup has no logins, pending steps and links that let somebody in', async () => {
  const coach = await signIn(emails.coach)
  const organizationId = await makeRow(db, 'organization', {
    name: 'Acme',
    inviteToken: newToken(),
  })
  await makeRow(db, 'pendingLogin', {
    ...{ userId: coachUserId, tokenHash: newToken(), isRemembered: false },
    expiresAt: daysFromNow(1),
  })
  await makeRow(db, 'trustedBrowser', {
    ...{ userId: coachUserId, browserHash: newToken(), expiresAt: daysFromNow(1) },
  })
  await call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: emails.coach } })
  const payload = { email: 'new.address@example.com', currentPassword: 'wellbeing-demo' }
  await call({ method: 'POST', url: '/api/my-security/email', payload }, coach)
  const bodies = (await db.selectFrom('message').select('body').execute()).map((it) => it.body)
  const links = bodies.flatMap((it) => /#token=([\w-]+)/.exec(it)?.[1] ?? [])
  const tokens = [...links, ...(await tokensIn(databaseUrl))]
  expect(links).toHaveLength(2)
  expect(tokens.length).toBeGreaterThanOrEqual(8)
  await backUp(file('outside.tar'))
  const rows = rowsIn(file('outside.tar'))
  expect(tokens.filter((it) => rows.includes(it))).toEqual([])

  const { url, config } = await emptyInstallation()
  await restoreBackup(config, url, file('outside.tar'), () => {})
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const restored = await client.query(
    'select length(invite_token) from organization where id = $1',
    [organizationId],
  )
  await client.end()
  expect(restored.rows).toEqual([{ length: newToken().length }])
  for (const table of ['message', 'emailChange', 'passwordReset'] as const)
    await db.deleteFrom(table).execute()
})

test('verifying restores into a temporary database and leaves nothing behind', async () => {
  await backUp(file('verified.tar'))
  const { unreadable, manifest } = await verifyBackup(configOf(dataDir), file('verified.tar'))
  expect(unreadable).toEqual([])
  expect(manifest.rows['session']).toBeGreaterThan(0)
  expect(readdirSync(dataDir).filter((it) => /^(verify|restore|backup$)/.test(it))).toEqual([])
}, 60_000)

test('a changed byte, a cut archive and another file are refused', async () => {
  await backUp(file('sound.tar'))
  const bytes = readFileSync(file('sound.tar'))
  const flipped = Buffer.from(bytes)
  flipped[bytes.indexOf('a recording')]! ^= 1
  for (const [content, message] of [
    [flipped, `The backup is damaged: recordings/${recordingId}`],
    [bytes.subarray(0, bytes.length / 2), 'damaged'],
    [Buffer.from('not a backup'), 'not a backup'],
  ] as const) {
    writeFileSync(file('broken.tar'), content)
    const { url, config } = await emptyInstallation()
    await expect(restoreBackup(config, url, file('broken.tar'), () => {})).rejects.toThrow(message)
  }
})

test('without the key a restore names the secrets that have to be entered again', async () => {
  await backUp(file('keyless.tar'), false)
  const { url, config, folder } = await emptyInstallation()
  const { unreadable } = await restoreBackup(config, url, file('keyless.tar'), () => {})
  expect(unreadable).toEqual(['integration anthropic_claude', 'webhook https://hooks.example'])
  expect(readFileSync(path.join(folder, 'secret.key'))).not.toEqual(
    readFileSync(file('secret.key')),
  )
})

test('a recording whose file is missing does not prevent a backup, and is reported', async () => {
  const id = await makeRecordingRow(db, await makeSession(db, { clientId, sessionDefinitionId }))
  expect(await backUp(file('missing.tar'))).toEqual([id])
  await db.deleteFrom('recording').where('id', '=', id).execute()
})

test('recordings in an external storage stay there, and missing ones are reported', async () => {
  const system = await signIn(emails.system)
  const payload = {
    ...{ type: 'video_storage', provider: 'aws_s3', isActive: true, settings: s3.settings },
  }
  const url = '/api/admin/integration-settings'
  const { id: storageId } = (await call({ method: 'POST', url, payload }, system)).json<{
    id: string
  }>()
  await expect.poll(async () => (await deps.providers.active('video_storage')).id).toBe(storageId)
  const stored = await recordedSession()
  const missing = await makeRecordingRow(
    db,
    await makeSession(db, { clientId, sessionDefinitionId }),
    { integrationId: storageId },
  )
  onTestFinished(async () => {
    await db.deleteFrom('recording').where('id', 'in', [stored, missing]).execute()
  })
  expect(await backUp(file('external.tar'))).toEqual([missing])
  const { manifest } = await verifyBackup(configOf(dataDir), file('external.tar'))
  expect(manifest.externalFiles).toBe(2)
  expect(Object.keys(manifest.files)).not.toContain(`recordings/${stored}`)
}, 60_000)

test('an existing file is not overwritten', async () => {
  writeFileSync(file('existing.tar'), 'something else')
  await expect(backUp(file('existing.tar'))).rejects.toThrow('already exists')
  expect(readFileSync(file('existing.tar'), 'utf8')).toBe('something else')
})

test('a killed backup leaves no archive, and the next one works', async () => {
  const to = file('killed.tar')
  const run = () =>
    spawn(process.execPath, ['scripts/backup.ts', '--with-key', to], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  for (const step of ['Computing checksums', 'Writing the archive']) {
    const child = run()
    for await (const line of createInterface(child.stdout)) if (line === step) child.kill('SIGKILL')
    expect(existsSync(to)).toBe(false)
  }
  const [code] = await once(run(), 'exit')
  expect(code).toBe(0)
  expect(readdirSync(dataDir).filter((it) => /^backup$|partial/.test(it))).toEqual([])
}, 60_000)
