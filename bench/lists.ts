import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { login } from '#contract/accounts/auth.ts'
import { hashPassword } from '#server/features/accounts/sign-in/passwords.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect } from '#server/connect.ts'
import { quantile, report } from './figure.ts'
import { listIds, listsAsked, type Op } from './lists-asked.ts'
import { fill } from './lists-rows.ts'

// Prints the median and p95 of every kind of list request with a million rows, through the whole application.
// Arguments: requests of each kind (100), rows (1000000), a folder that keeps the database for the next run, a pattern
// for the names of the requests to measure.
const calls = Number(process.argv[2] ?? 100)
const rows = Number(process.argv[3] ?? 1_000_000)
const reusedFolder = process.argv[4]
const namePattern = new RegExp(process.argv[5] ?? '')
const folder = reusedFolder ?? mkdtempSync(path.join(tmpdir(), 'bench-lists-'))
const password = 'measured-measured'
const email = 'measured@lists.example'
const headers = { origin: 'http://localhost:80', host: 'localhost:80' }

const goals = {
  'page, sort or filter': 100,
  'search of three letters or more': 400,
  'search of one or two letters': 1_500,
}
const slowest = new Map<string, number>()
/** A search of words with one or two letters cannot use the trigram index. */
const kindOf = ({ name }: Op): keyof typeof goals =>
  /search of (one|two)/.test(name)
    ? 'search of one or two letters'
    : name.includes('search of')
      ? 'search of three letters or more'
      : 'page, sort or filter'

const isFresh = !existsSync(path.join(folder, 'pgdata'))
const server = await startEmbedded(folder)
try {
  const url = server.urlOf('lists')
  if (isFresh) await query(server.urlOf('postgres'), 'create database lists')
  await migrate(url)
  if (isFresh) {
    await fill(url, rows)
    await query(
      url,
      `insert into "user" (id, email, first_name, last_name, password_hash, roles) values (gen_random_uuid(), $1, 'A', 'B', $2, array['system_admin'])`,
      [email, await hashPassword(password)],
    )
  }
  const config = readConfig({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url })
  const { deps, close } = await connect(config, pino({ level: 'silent' }), url)
  const app = await buildApp(deps)
  const signedIn = await app.inject({
    method: 'POST',
    url: login.path,
    headers,
    payload: { email, password },
  })
  const [cookie] = signedIn.cookies
  const get = async (address: string) => {
    const answer = await app.inject({
      url: address,
      headers: { ...headers, cookie: `${cookie?.name}=${cookie?.value}` },
    })
    if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.body}`)
    return answer
  }
  const ids = await listIds((text) => query(url, text))
  /** Milliseconds of one request. */
  const measure = async ({ path: list, query: queryOf, isNext, isOfCounts }: Op, call: number) => {
    const params = new URLSearchParams({
      ...(!isOfCounts && { limit: '50' }),
      ...queryOf(call, ids),
    })
    let address = `${list}?${params.toString()}`
    for (let page = 0; isNext && page < 1 + (call % 3); page++) {
      const { link } = (await get(address)).headers
      address = /^<([^>]+)>/.exec(String(link))?.[1] ?? address
    }
    const since = performance.now()
    await get(address)
    return performance.now() - since
  }
  for (const op of listsAsked.filter(({ name }) => namePattern.test(name))) {
    const times: number[] = []
    for (let call = -3; call < calls; call++) {
      const ms = await measure(op, Math.abs(call))
      // The first calls are a warm-up.
      if (call >= 0) times.push(ms)
    }
    const [median, p95] = [0.5, 0.95].map((share) => `${quantile(times, share).toFixed(1)} ms`)
    console.log(`${op.name.padEnd(40)} median ${median}, p95 ${p95}`)
    slowest.set(kindOf(op), Math.max(slowest.get(kindOf(op)) ?? 0, quantile(times, 0.95)))
  }
  for (const [name, max] of Object.entries(goals))
    report({
      name: `${rows} rows: ${name}, slowest p95`,
      goal: { max },
      unit: 'ms',
      value: slowest.get(name) ?? Number.NaN,
    })
  await app.close()
  await close()
} finally {
  await server.stop()
  if (!reusedFolder) rmSync(folder, { recursive: true, force: true })
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<{ id: string }>(text, values)
  } finally {
    await client.end()
  }
}
