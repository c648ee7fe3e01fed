import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  configure,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PersonExport } from '#contract/person-exports/person-exports.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeClient, makeRow, makeSession, getRow } from '../../test/make.ts'
import { makeRecording } from '../../test/make-recording.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import type { Storage } from '../../providers/storage/storage.ts'
import { exportFile, exportsFolder, sweepExports } from './export-files.ts'

configure({ useWebWorkers: false })

const {
  db,
  deps,
  boss,
  call,
  signIn,
  emails,
  clientId,
  coachId,
  coachUserId,
  sessionDefinitionId,
  adminUserId,
  clientUserId,
  storage,
} = await testApp()
const client = await signIn(emails.client)
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)
const { dataDir } = deps.config

const sessionId = await makeSession(db, {
  ...{ clientId, sessionDefinitionId, transcribedTextRaw: 'Speaker 1: <b>Velkommen</b>' },
  ...{ transcribedTextScripted: 'Coach: Welcome.', conversationMadeBy: 'model' },
  ...{ conversationModel: 'gpt-5', conversationCheckedAt: '2026-11-20T10:00:00Z' },
  conversationCheckedBy: coachUserId,
  segments: JSON.stringify([{ speaker: 'Speaker 1', start: 0, end: 1, text: 'Velkommen' }]),
})
await makeRecording(deps, sessionId)

await db
  .insertInto('message')
  .values(
    ['passwordReset', 'sessionReminder'].map((kind) => ({
      ...{ id: newId(), kind, userId: clientUserId, recipient: emails.client, language: 'en' },
      ...{ subject: 'Hello', body: `body of ${kind}`, short: '' },
    })),
  )
  .execute()

const request = (cookie: string, of = clientId, password = '') =>
  call({ method: 'POST', url: `/api/clients/${of}/person-export`, payload: { password } }, cookie)
const latest = async (cookie: string) =>
  (await call({ url: `/api/clients/${clientId}/person-export` }, cookie)).json<{
    latest: PersonExport | null
  }>().latest
const download = (id: string, cookie: string) =>
  call({ url: `/api/person-exports/${id}/file` }, cookie)
const remove = (id: string, cookie: string) =>
  call({ method: 'DELETE', url: `/api/person-exports/${id}` }, cookie)
const build = (from: Storage = storage) =>
  runQueuedJobs({ deps: withAdapters(deps, { video_storage: from }), boss }, 'export-person')
async function built(cookie: string, password = '') {
  const { id } = (await request(cookie, clientId, password)).json<PersonExport>()
  await build()
  return id
}

beforeEach(async () => {
  await db.deleteFrom('personExport').execute()
  await sweepExports(deps)
})

/** What the client downloads. */
async function downloaded() {
  const { rawPayload } = await download(await built(client), client)
  const entries = await new ZipReader(new Uint8ArrayReader(rawPayload)).getEntries()
  const textOf = async (name: string) => {
    const entry = entries.find(({ filename }) => filename === name)
    return entry && !entry.directory ? entry.getData(new TextWriter()) : ''
  }
  return { entries, textOf }
}

describe('the archive of a person', () => {
  test('has a readable page, the same data as JSON and CSV, and the recordings', async () => {
    const { entries, textOf } = await downloaded()
    const page = await textOf('index.html')
    expect(page).toContain('&lt;b&gt;Velkommen&lt;/b&gt;')
    expect(page).not.toMatch(/<script|src=|https?:/)
    const origin = 'Written by AI (gpt-5) from the transcript; checked by anna coach on 2026-11-20.'
    expect(page).toContain(`<p><em>${origin}</em></p>`)
    const data = JSON.parse(await textOf('data.json')) as Record<string, object[]>
    expect(data['session']).toMatchObject([{ id: sessionId, conversation_origin: origin }])
    expect(await textOf('csv/session.csv')).toContain(origin)
    const transcripts = entries.filter(({ filename }) => filename.startsWith('transcripts/'))
    expect(transcripts.map(({ filename }) => filename.slice(-41))).toEqual([`${sessionId}.json`])
    expect(await textOf(transcripts[0]?.filename ?? '')).toContain('"text":"Velkommen"')
    expect(data['session']?.[0]).not.toHaveProperty('segments')
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining([
        'client',
        'consent',
        'user',
        'who_opened_your_data',
        'what_was_sent_out',
      ]),
    )
    const everything = JSON.stringify(data)
    expect(everything).toContain('body of sessionReminder')
    // It has a link that opens the account.
    for (const secret of ['body of passwordReset', 'password_hash', 'token_hash', 'search_text'])
      expect(everything).not.toContain(secret)
    const recording = entries.find(({ filename }) => filename.startsWith('recordings/'))
    expect(recording && !recording.directory && (await recording.getData(new TextWriter()))).toBe(
      'a recording',
    )
  })

  test('has the family, and what AI models were given and wrote, without the prompts', async () => {
    const memberId = await makeRow(db, 'client', { guardianId: clientId, firstName: 'Aksel' })
    const memberSession = await makeSession(db, { clientId: memberId, sessionDefinitionId })
    const recordingId = await makeRecording(deps, memberSession)
    await makeRow(db, 'execution', {
      ...{ templateType: 'session_preparation', templateName: 'x', isSuccess: true },
      ...{ executionTimeMs: 1, sessionId: memberSession, contextId: memberId },
      inputData: JSON.stringify({ audioTranscript: 'Hej', systemPrompt: 'Secret', userPrompt: '' }),
      outputData: JSON.stringify({ processedText: 'Ask about the new school.' }),
    })
    const { entries, textOf } = await downloaded()
    const page = await textOf('index.html')
    expect(page).toContain('<dt>Family</dt><dd>Aksel</dd>')
    expect(page).toMatch(/<td>Aksel<\/td>.*Session preparation.*<td>Ask about the new school/)
    const data = await textOf('data.json')
    expect(data).toContain('"audioTranscript": "Hej"')
    expect(data).not.toContain('Secret')
    expect(entries.some(({ filename }) => filename.includes(recordingId))).toBe(true)
    await db.deleteFrom('client').where('id', '=', memberId).execute()
  })

  test('is encrypted with a chosen password, which is not stored afterwards', async () => {
    const id = await built(client, 'birch wood 7')
    expect(await getRow(db, 'personExport', id)).toMatchObject({
      password: null,
      hasPassword: true,
    })
    const bytes = await readFile(exportFile(dataDir, id))
    expect(bytes.includes('Velkommen')).toBe(false)
    const open = async (password: string) => {
      const [entry] = await new ZipReader(new Uint8ArrayReader(bytes), { password }).getEntries()
      return entry && !entry.directory ? entry.getData(new Uint8ArrayWriter()) : undefined
    }
    await expect(open('wrong')).rejects.toThrow()
    expect(Buffer.from((await open('birch wood 7')) ?? []).toString()).toContain('Velkommen')
  })

  test('is built one at a time, and replaces the earlier one', async () => {
    const first = (await request(client)).json<PersonExport>()
    expect((await request(client)).statusCode).toBe(409)
    expect((await request(admin)).statusCode).toBe(409)
    await build()
    const second = await built(client)
    expect(await latest(client)).toMatchObject({ id: second, status: 'done' })
    await sweepExports(deps)
    expect(existsSync(exportFile(dataDir, first.id))).toBe(false)
    expect(existsSync(exportFile(dataDir, second))).toBe(true)
  })

  test('is for the person and administrators, each for their own request', async () => {
    expect((await request(coach)).statusCode).toBe(403)
    const other = await makeClient(db, { coachId })
    expect((await request(client, other)).statusCode).toBe(404)
    const id = await built(admin)
    expect(await latest(client)).toBeNull()
    expect((await download(id, client)).statusCode).toBe(404)
    expect((await download(id, admin)).statusCode).toBe(200)
    const entries = await auditEntries(db, { action: 'person-exported', clientId }, ['userId'])
    expect(entries.at(-1)).toEqual({ userId: adminUserId })
  })

  test('can be downloaded until it expires, and is then deleted', async () => {
    const id = await built(client)
    await sql`update person_export set expires_at = now()`.execute(db)
    expect((await download(id, client)).statusCode).toBe(404)
    await sweepExports(deps)
    expect(existsSync(exportFile(dataDir, id))).toBe(false)
    expect(await latest(client)).toBeNull()
  })

  test('can be cancelled by its requester while it is built, and leaves no file', async () => {
    const { id } = (await request(client)).json<PersonExport>()
    expect((await remove(id, admin)).statusCode).toBe(404)
    let isReading = () => {}
    const reading = new Promise<void>((resolve) => (isReading = resolve))
    const building = build({
      ...storage,
      async read(_key, _range, { signal } = {}) {
        isReading()
        await new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        )
        throw new Error('not reached')
      },
    })
    await reading
    expect((await remove(id, client)).statusCode).toBe(200)
    await building
    expect(await latest(client)).toBeNull()
    await expect.poll(() => readdirSync(exportsFolder(dataDir))).toEqual([])
  })

  test('shows its progress, and removes files of a killed attempt', async () => {
    const { id } = (await request(client)).json<PersonExport>()
    writeFileSync(`${exportFile(dataDir, id)}.${id}-0`, 'half an archive')
    let progress: number | undefined
    await build({
      ...storage,
      async read(...of) {
        const content = await storage.read(...of)
        return Readable.from(
          (async function* () {
            yield* content
            await vi.waitFor(async () => {
              progress = (await latest(client))?.progress
              expect(progress).toBeGreaterThan(0)
            })
          })(),
        )
      },
    })
    expect(progress).toBeLessThanOrEqual(1)
    expect(readdirSync(exportsFolder(dataDir))).toEqual([`${id}.zip`])
  })

  test('is deleted with its file on request', async () => {
    const id = await built(client)
    expect((await remove(id, client)).statusCode).toBe(200)
    expect(existsSync(exportFile(dataDir, id))).toBe(false)
    expect((await download(id, client)).statusCode).toBe(404)
  })
})
