import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, inject } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import { buildApp } from '../app.ts'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import type { Deps } from '../deps.ts'
import type { Role } from '#contract/roles.ts'
import { newId } from '../platform/ids.ts'
import type { RequestTimeouts } from '../platform/http/request-timeouts.ts'
import { jobs } from '../jobs.ts'
import { openSender } from '../platform/jobs/boss.ts'
import { createQueue } from '../platform/jobs/queue.ts'
import { openInstallation } from '../features/settings/installation/installation.ts'
import { deriveKeys } from '../platform/keys/keys.ts'
import { createWebhookClients } from '../features/webhooks/webhooks.queries.ts'
import { createCatalogue } from '../providers/catalogue/catalogue.ts'
import { createProviders } from '../providers/registry.ts'
import { fakeTranscriber } from './fake-transcriber.ts'
import { holdToDocument } from './hold-to-document.ts'
import { localDiskId, makePeople, makeUser } from './make.ts'
import { cloneDatabase } from './database.ts'
import { testConfig, testSurroundings } from './test-config.ts'
import { withAdapters } from './with-adapters.ts'

const origin = 'http://localhost:80'

/** The status codes of concurrent requests, in ascending order. */
export const listStatusCodes = (answers: readonly { statusCode: number }[]) =>
  answers.map((it) => it.statusCode).toSorted((a, b) => a - b)

/** The whole application with its own database and data folder. Call once per test file, at the top. */
export async function testApp(
  change: (deps: Deps) => Partial<Deps> = () => ({}),
  patience?: RequestTimeouts,
) {
  const cloned = await cloneDatabase(inject('database'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'maylab-data-'))
  const fail = (error: Error) => {
    throw error
  }
  const { db: opened, pool } = openDb(cloned.url, fail, 5)
  const db = opened.withPlugin(lastRowFirst())
  const announcements = await openAnnouncements(cloned.url, fail)
  const { installation, close: forget } = await openInstallation(
    { db, announcements },
    testSurroundings,
    { onError: fail },
  )
  const keys = deriveKeys([randomBytes(32)])
  const boss = await openSender(db, fail)
  const folders = { dataDir, modelsDir: path.join(dataDir, 'models'), keyDir: dataDir }
  const built: Deps = {
    config: testConfig(dataDir),
    installation,
    environment: testSurroundings,
    keys,
    db,
    databaseUrl: cloned.url,
    announcements,
    queue: createQueue(boss, jobs),
    providers: createProviders({ db, announcements, keys }, createCatalogue(folders)),
    webhookClients: createWebhookClients({ db, onError: fail }),
  }
  const defaults = withAdapters(built, { transcription: fakeTranscriber() })
  const deps: Deps = { ...defaults, ...change(defaults) }
  const app = await buildApp(deps, undefined, patience)
  const undocumented = holdToDocument(app, inject('apiDocument'))
  await app.ready()
  afterAll(async () => {
    await app.close()
    await boss.stop({ graceful: false })
    await forget()
    await announcements.close()
    await db.destroy()
    await cloned.drop()
    rmSync(dataDir, { recursive: true, force: true })
    expect([...undocumented], 'answers that the API description does not know').toEqual([])
  })

  /** Calls the application as the browser would: same origin, with a login cookie if given. */
  const call = (options: InjectOptions, cookie?: string) =>
    app.inject({
      ...options,
      headers: { origin, host: 'localhost:80', ...(cookie && { cookie }), ...options.headers },
    })

  /** Signs in; returns the cookie header. */
  async function signIn(email: string, password = 'wellbeing-demo') {
    const answer = await call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    })
    const [cookie] = answer.cookies
    if (!cookie) throw new Error(`${email} could not sign in: ${answer.body}`)
    return `${cookie.name}=${cookie.value}`
  }

  /** A new user, signed in. */
  async function newUser(...roles: Role[]) {
    const email = `some.body${newId()}@example.com`
    const id = await makeUser(db, { email, roles })
    return { id, email, cookie: await signIn(email) }
  }

  /** A system administrator acting as this user; returns the cookie header. */
  async function impersonate(userId: string) {
    const url = `/api/admin/impersonate/${userId}`
    const started = await call({ method: 'POST', url }, await signIn(people.emails.system))
    const [cookie] = started.cookies
    return `${cookie?.name}=${cookie?.value}`
  }

  const { adapter: storage } = await deps.providers.of('video_storage', localDiskId)
  const people = await makePeople(db)
  return {
    ...{ app, deps, storage, db, pool, boss, databaseUrl: cloned.url, ...people },
    ...{ call, signIn, newUser, impersonate },
  }
}

/**
 * Without an order, PostgreSQL may return rows in any order, mostly in that of insertion. This plugin returns the last
 * row first, so that no code relies on it.
 */
function lastRowFirst(): KyselyPlugin {
  const unordered = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode' && !node.orderBy && !node.limit) unordered.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) =>
      unordered.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result,
  }
}
