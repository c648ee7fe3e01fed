import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import pino from 'pino'
import { login } from '#contract/auth.ts'
import { hashPassword } from '#server/features/accounts/sign-in/passwords.ts'
import { buildApp } from '#server/app.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect } from '#server/platform/process/connect.ts'
import { idsOf, listsAsked, type Op } from './lists-asked.ts'
import { fill } from './lists-rows.ts'

// Every kind of page, sort, filter and search of each list with a million rows, through the whole application: median and
// p95. All is read into the machine's memory before each kind: what is measured is the work, not the disk.
// Arguments: calls of each kind (100), rows (1000000), a folder that keeps the database for the next time, a pattern of the
// names of what is measured, and how many people the lists of entries and messages are of (as many as rows).
const calls = Number(process.argv[2] ?? 100)
const rows = Number(process.argv[3] ?? 1_000_000)
const kept = process.argv[4]
const wanted = new RegExp(process.argv[5] ?? '')
const people = Number(process.argv[6] ?? rows)
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'bench-lists-'))
const password = 'measured-measured'
const origin = 'http://localhost:80'

const email = 'measured@lists.example'
const isFresh = !existsSync(path.join(folder, 'pgdata'))
const server = await startEmbedded(folder)
try {
  const { ask, close } = await open()
  for (const op of listsAsked.filter(({ name }) => wanted.test(name))) {
    await readAll(path.join(folder, 'pgdata', 'base'))
    const times: number[] = []
    for (let call = -3; call < calls; call++) {
      const ms = await ask(op, Math.abs(call))
      if (call >= 0) times.push(ms)
    }
    const [median, p95] = [0.5, 0.95].map(
      (share) => `${at(times, share).toFixed(1).padStart(8)} ms`,
    )
    console.log(`${op.name.padEnd(40)} median ${median}   p95 ${p95}`)
  }
  await close()
} finally {
  await server.stop()
  if (!kept) rmSync(folder, { recursive: true, force: true })
}

async function open() {
  const url = server.urlOf('lists')
  if (isFresh) {
    await once(server.urlOf('postgres'), 'create database lists')
    await migrate(url)
    const since = performance.now()
    await fill(url, rows, Math.min(people, rows))
    await once(
      url,
      `insert into "user" (id, email, first_name, last_name, password_hash, roles) values (gen_random_uuid(), $1, 'A', 'B', $2, array['system_admin'])`,
      [email, await hashPassword(password)],
    )
    console.log(`${rows} rows: ${((performance.now() - since) / 1000).toFixed(0)} s`)
  } else await migrate(url)
  const { deps, close } = await connect(
    {
      ...{
        dataDir: path.join(folder, 'data'),
        databaseUrl: url,
        timeZone: 'UTC',
        brandName: 'Maylab',
      },
      ...{ appOrigin: undefined, isReachable: false, metricsToken: undefined, trustProxy: false },
    } as unknown as Parameters<typeof connect>[0],
    pino({ level: 'silent' }),
    url,
  )
  const app = await buildApp(deps)
  await app.ready()
  const headers = { origin, host: 'localhost:80' }
  const signedIn = await app.inject({
    ...{ method: 'POST', url: login.path, headers, payload: { email, password } },
  })
  const [cookie] = signedIn.cookies
  const get = async (url: string) => {
    const answer = await app.inject({
      ...{ url, headers: { ...headers, cookie: `${cookie?.name}=${cookie?.value}` } },
    })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    return answer
  }
  const ids = await idsOf((text) => once(url, text))
  /** Milliseconds of one call. */
  async function ask({ path: at, query, isNext, isOfCounts }: Op, call: number) {
    const asked = new URLSearchParams({
      ...(!isOfCounts && { limit: '50' }),
      ...query(call, ids),
    })
    let url = `${at}?${asked.toString()}`
    for (let page = 0; isNext && page < 1 + (call % 3); page++) {
      const { link } = (await get(url)).headers
      url = /^<([^>]+)>/.exec(String(link))?.[1] ?? url
    }
    const since = performance.now()
    await get(url)
    return performance.now() - since
  }
  return {
    ask,
    close: async () => {
      await app.close()
      await close()
    },
  }
}

async function readAll(of: string) {
  for (const entry of readdirSync(of, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      await finished(
        createReadStream(path.join(entry.parentPath, entry.name), {
          highWaterMark: 4 << 20,
        }).resume(),
      ).catch((error: NodeJS.ErrnoException) => {
        // The server removes one now and then.
        if (error.code !== 'ENOENT') throw error
      })
}

async function once(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<{ id: string }>(text, values)
  } finally {
    await client.end()
  }
}

function at(times: number[], share: number) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
