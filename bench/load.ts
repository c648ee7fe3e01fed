import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { getUser } from '#contract/accounts/auth.ts'
import { listClients, listMyCoachClients } from '#contract/clients/clients.ts'
import { getInstallation } from '#contract/settings/settings.ts'
import { getMyDay } from '#contract/coaches/my-day.ts'
import { listMyNotices } from '#contract/messages/notices.ts'
import { streamPlanEvents } from '#contract/plans/plan-events.ts'
import { listQuestionnaires } from '#contract/questionnaires/questionnaires.ts'
import { getSession, getSessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { hashPassword } from '#server/features/accounts/sign-in/passwords.ts'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { newId } from '#server/platform/ids.ts'
import { hashToken, newToken } from '#server/platform/keys/keys.ts'
import { password } from '#server/test/make.ts'
import { OwnServer } from '../e2e/server.ts'
import { quantile, report } from './figure.ts'
import { fill } from './lists-rows.ts'
import { signIn } from './sign-in.ts'

// One process with many people: sign-ins per second, the ten commonest calls under 50 users, and the memory of open
// plan streams. Optional arguments: clients, seconds of each part, streams.
const clients = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.argv[3] ?? 15)
const streams = Number(process.argv[4] ?? 2_000)
const users = 50
/** Between two calls of a user, on average. Real people take longer. */
const pauseMs = 500
const metricsToken = 'm'.repeat(32)

const folder = mkdtempSync(path.join(tmpdir(), 'bench-load-'))
const dataDir = path.join(folder, 'data')
mkdirSync(dataDir)
const database = await startEmbedded(path.join(folder, 'database'))
const url = database.urlOf('postgres')
const product = new OwnServer({
  dataDir,
  env: { DATABASE_URL: url, JOBS: 'off', METRICS_TOKEN: metricsToken, LOG_LEVEL: 'silent' },
})
const { db } = openDb(url, () => {}, 2)
try {
  await migrate(url)
  await migrateQueues(url)
  await fill(url, clients)
  await product.start()
  await measureSignIns()
  await measureCalls()
  await measureStreams()
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await product.stop()
  await db.destroy()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Of one person, whose attempts are refunded when the password is right. */
async function measureSignIns() {
  const email = 'measured@load.example'
  const passwordHash = await hashPassword(password)
  const person = { id: newId(), email, firstName: 'A', lastName: 'B', passwordHash }
  await db
    .insertInto('user')
    .values({ ...person, roles: ['coach_user'] })
    .execute()
  let count = 0
  const until = Date.now() + seconds * 1000
  // Below the limit of calls from one address.
  const signInAgain = async () => {
    while (Date.now() < until && (await signIn(product.origin, email))) count++
  }
  await Promise.all(Array.from({ length: 4 }, signInAgain))
  report({
    name: 'sign-ins per second',
    goal: { min: 10 },
    unit: '',
    value: count / seconds,
  })
}

/** A login as if the person had signed in. */
async function loginOf(userIds: (string | null)[]) {
  const created = userIds.flatMap((userId) => (userId ? [{ userId, token: newToken() }] : []))
  const expiresAt = new Date(Date.now() + 12 * 3600 * 1000).toISOString()
  await db
    .insertInto('login')
    .values(
      created.map(({ userId, token }) => ({
        id: newId(),
        userId,
        isRemembered: false,
        expiresAt,
        tokenHash: hashToken(token),
      })),
    )
    .execute()
  return created.map(({ token }) => `login=${token}`)
}

async function measureCalls() {
  const { rows: coaches } = await sql<{ userId: string; clientId: string; sessionId: string }>`
    select distinct on (coach.user_id) coach.user_id, client.id as client_id, session.id as session_id
    from client join coach on coach.id = client.coach_id join session on session.client_id = client.id
      join "user" on "user".id = coach.user_id and 'coach_user' = any(roles)
    limit ${users}`.execute(db)
  const { id: adminId } = await db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`'system_admin' = any(roles)`)
    .executeTakeFirstOrThrow()
  const cookies = await loginOf(coaches.map(({ userId }) => userId))
  const [adminCookie = ''] = await loginOf([adminId])
  type Coach = (typeof coaches)[number]
  const calls: [string, (coach: Coach) => string][] = [
    ['current user', () => getUser.path],
    ['installation', () => getInstallation.path],
    ['notices', () => listMyNotices.path],
    ["a coach's day", () => `${getMyDay.path}?from=${new Date().toISOString()}`],
    ["a coach's clients", () => `${listMyCoachClients.path}?limit=50`],
    ["a coach's clients, searched", () => `${listMyCoachClients.path}?limit=50&q=an`],
    ['plan', (it) => `${getSessionsAndMetrics.path.replace('{id}', it.clientId)}?transcripts=omit`],
    ['session', (it) => getSession.path.replace('{id}', it.sessionId)],
    ['questionnaires', (it) => listQuestionnaires.path.replace('{id}', it.clientId)],
    ['all clients', () => `${listClients.path}?limit=50`],
  ]
  const times = new Map(calls.map(([name]) => [name, [] as number[]]))
  const agent = new Agent({ keepAlive: true, maxSockets: users })
  const from = Date.now() + 3_000
  const until = from + seconds * 1000
  const use = async (coach: Coach, index: number) => {
    for (let nth = index; Date.now() < until; nth++) {
      const [name, addressOf] = calls[nth % calls.length] ?? ['', () => '']
      const cookie = name === 'all clients' ? adminCookie : (cookies[index] ?? '')
      const since = performance.now()
      const response = await open(addressOf(coach), cookie, agent)
      for await (const _ of response);
      if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode}`)
      // The first seconds are a warm-up.
      if (Date.now() > from) times.get(name)?.push(performance.now() - since)
      await sleep(Math.random() * 2 * pauseMs)
    }
  }
  await Promise.all(coaches.map(use))
  agent.destroy()
  for (const [name, measured] of times)
    report({
      name: `${users} users, ${name}, p95`,
      goal: { max: 200 },
      unit: 'ms',
      value: quantile(measured, 0.95),
    })
}

function open(address: string, cookie: string, agent: Agent) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(product.origin + address, { headers: { cookie }, agent }, resolve).once('error', reject)
  })
}

/** Clients who look at their own plan. */
async function measureStreams() {
  const plans = await db
    .selectFrom('client')
    .innerJoin('user', 'user.id', 'client.userId')
    .select(['client.id', 'client.userId'])
    .where(sql<boolean>`'client_user' = any(roles)`)
    .limit(streams)
    .execute()
  const cookies = await loginOf(plans.map(({ userId }) => userId))
  const before = await usage()
  const agent = new Agent({ keepAlive: true })
  const listening: IncomingMessage[] = []
  for (const [index, { id }] of plans.entries()) {
    const response = await open(
      streamPlanEvents.path.replace('{id}', id),
      cookies[index] ?? '',
      agent,
    )
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}`)
    listening.push(response.resume())
  }
  // Two heartbeats.
  const [begun, since] = [await usage(), performance.now()]
  await sleep(30_000)
  const after = await usage()
  report({
    name: `memory of each of ${streams} open plans`,
    goal: { max: 100 },
    unit: 'kB',
    value: (after.memory - before.memory) / 1024 / streams,
  })
  const cores = (after.cpuSeconds - begun.cpuSeconds) / ((performance.now() - since) / 1000)
  report({
    name: `processor for ${streams} open plans`,
    goal: { max: 1 },
    unit: 'cores',
    value: cores,
  })
  for (const it of listening) it.destroy()
  agent.destroy()
}

async function usage() {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${product.origin}/metrics`, { headers })).text()
  const valueOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  return {
    memory: valueOf('process_resident_memory_bytes'),
    cpuSeconds: valueOf('process_cpu_seconds_total'),
  }
}
