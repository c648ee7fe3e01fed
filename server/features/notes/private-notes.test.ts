import { configure, type Entry, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { PersonExport } from '#contract/person-exports/person-exports.ts'
import { endpoints } from '../../platform/http/docs/contract-exports.ts'
import { endpointCalls } from '../../test/every-endpoint.ts'
import { auditEntries, getRow } from '../../test/make.ts'
import { tablesWith } from '../../test/plant-words.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'

configure({ useWebWorkers: false })

/** Only private notes contain this word. */
const word = 'dämmerstunde'

const prompts: unknown[] = []
const made = await testApp((given) =>
  withAdapters(given, {
    ai_analysis: {
      complete: async (prompt) => {
        prompts.push(prompt)
        return { text: 'An answer.', tokensUsed: 1 }
      },
    },
  }),
)
const { db, deps, call, signIn, emails } = made
const { plant, ask, cookies } = await endpointCalls(made, 'zirkonblau')
const planted = await plant()
const author = cookies.coach_user
const readers: Record<string, string> = {
  ...cookies,
  other_coach: await signIn(emails.otherCoach),
  client_user: planted.own,
  system_admin_as_client: planted.impersonated,
  system_admin_as_coach: await made.impersonate(made.coachUserId),
}

const base = `/api/clients/${planted.clientId}/note`
const addresses = [
  base,
  ...[planted.sessionId, planted.nextId].map((id) => `${base}?sessionId=${id}`),
]
const save = (url: string, text: string) => call({ method: 'PUT', url, payload: { text } }, author)

const changes = () =>
  db
    .selectFrom('planChange')
    .select('id')
    .execute()
    .then((rows) => rows.length)

beforeAll(async () => {
  for (const url of addresses) {
    await save(url, `${word} at first`)
    expect((await save(url, `${word} again`)).statusCode).toBe(200)
  }
})

test('their author reads and finds them', async () => {
  for (const url of [...addresses, `${base}/versions`, `/api/my-notes?limit=9&q=${word}`])
    expect((await call({ url }, author)).body).toContain(word)
})

// Deletions come last: all calls are about one client.
const isDeletion = ({ endpoint }: (typeof endpoints)[number]) =>
  Number(endpoint.method === 'DELETE')
const walked = endpoints
  .filter(({ endpoint: it }) => it.method === 'GET' || it.opens)
  .filter(({ endpoint: it }) => it.response !== 'events')
  .toSorted((one, other) => isDeletion(one) - isDeletion(other))

test.each(walked)('$name shows none of their words to anybody else', async ({ name, endpoint }) => {
  const isOfNotes = endpoint.path.includes('note') && endpoint.path.startsWith('/api/clients')
  const isSearched = 'q' in (endpoint.query?.shape ?? {})
  for (const [who, cookie] of Object.entries(readers)) {
    if (who === 'coach_user' && (isOfNotes || name === 'listMyNotes')) continue
    const { answer } = await ask(name, endpoint, planted, cookie, isSearched ? word : undefined)
    expect(answer.body, who).not.toContain(word)
    if (isOfNotes) expect([403, 404], who).toContain(answer.statusCode)
    if (isSearched && who !== 'coach_user' && answer.statusCode === 200 && name !== 'listMyNotes')
      expect(answer.json(), who).toEqual([])
  }
})

test('no row of another table, no prompt and no event has their words', async () => {
  await runQueuedJobs(made, 'prepare-session')
  expect(prompts.length).toBeGreaterThan(0)
  expect(JSON.stringify(prompts)).not.toContain(word)
  const before = await changes()
  await save(base, `${word} once more`)
  expect(await changes()).toBe(before)
  expect(await tablesWith(db, word)).toEqual(['note', 'note_version'])
})

test('no log has their words', async () => {
  const lines: string[] = []
  const app = await buildApp(deps, pino({ level: 'trace' }, { write: (it) => void lines.push(it) }))
  const headers = { origin: 'http://localhost:80', host: 'localhost:80', cookie: author }
  const inject = (method: 'GET' | 'PUT', url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload && { payload }) })
  await inject('GET', `/api/my-notes?limit=9&q=${word}`)
  await inject('GET', `/api/my-notes?limit=x&q=${word}`)
  await inject('PUT', base, { text: word, version: 1 })
  await inject('PUT', base, { text: word.repeat(5000) })
  await inject('PUT', base, { text: word, version: word })
  await app.close()
  expect(lines.join('\n')).not.toMatch(new RegExp(`${word}|${encodeURIComponent(word)}`))
})

async function archived(cookie: string, includesNotes: boolean) {
  const url = `/api/clients/${planted.clientId}/person-export`
  await db.deleteFrom('personExport').execute()
  const asked = await call(
    { method: 'POST', url, payload: { password: '', includesNotes } },
    cookie,
  )
  if (asked.statusCode !== 200) return { asked, text: '' }
  await runQueuedJobs(made, 'export-person')
  const file = await call(
    { url: `/api/person-exports/${asked.json<PersonExport>().id}/file` },
    cookie,
  )
  const entries = await new ZipReader(new Uint8ArrayReader(file.rawPayload)).getEntries()
  const texts = entries.filter(({ filename }) => /\.(html|json|csv)$/.test(filename)).map(textOf)
  return { asked, text: (await Promise.all(texts)).join('\n') }
}
const textOf = async (entry: Entry) => (entry.directory ? '' : entry.getData(new TextWriter()))

test('the archive has them only for an administrator who asked for them, which is audited', async () => {
  const own = await archived(planted.own, false)
  expect(own.text).toContain('zirkonblau')
  expect(own.text).not.toContain(word)
  expect((await archived(planted.own, true)).asked.statusCode).toBe(403)
  expect((await archived(cookies.system_admin, false)).text).not.toContain(word)
  const asked = await archived(cookies.system_admin, true)
  expect(asked.asked.json()).toMatchObject({ includesNotes: true })
  expect(asked.text).toContain(`${word} again`)
  expect(asked.text).toContain(`${word} at first`)
  const entries = await auditEntries(db, { action: 'person-export-requested' }, ['details'])
  expect(entries.map(({ details }) => details)).toContainEqual({ includesNotes: true })
})

test('an administrator who is the client gets none in the own archive', async () => {
  const { userId } = await getRow(db, 'client', planted.clientId)
  await db
    .updateTable('user')
    .set({ roles: ['client_user', 'system_admin'] })
    .where('id', '=', userId)
    .execute()
  expect((await archived(await signIn(planted.email), true)).asked.statusCode).toBe(403)
})
