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

// Every list with a million rows against the same list with ten thousand, in two databases of one PostgreSQL: the same
// calls in turns, now the one first and now the other, with other values each, through the whole application. Both are
// read into the machine's memory before each kind, as some machines forget what nobody reads: what is compared is the
// work, not the disk. Prints p95, its ratio and that of the medians, worst last.
// Arguments: calls of each kind (100), rows of the long lists (1000000), a folder that keeps the databases for the next
// time, a pattern of the names of what is measured, and how many people the lists of entries and messages are of (as many as
// rows): a million entries of 5,000 people are another log than those of a million.
const calls = Number(process.argv[2] ?? 100)
const sizes = { short: 10_000, long: Number(process.argv[3] ?? 1_000_000) }
const kept = process.argv[4]
const wanted = new RegExp(process.argv[5] ?? '')
const people = Number(process.argv[6] ?? sizes.long)
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'bench-lists-'))
const password = 'measured-measured'
const origin = 'http://localhost:80'

const email = 'measured@lists.example'
const isFresh = !existsSync(path.join(folder, 'pgdata'))
const server = await startEmbedded(folder)
try {
  const short = await open('short')
  const long = await open('long')
  const asks = { short: short.ask, long: long.ask }
  const bothSizes = ['short', 'long'] as const
  const results = []
  for (const op of listsAsked.filter(({ name }) => wanted.test(name))) {
    await readAll(path.join(folder, 'pgdata', 'base'))
    const times = { short: [] as number[], long: [] as number[] }
    for (let call = -3; call < calls; call++)
      for (const size of call % 2 ? bothSizes : bothSizes.toReversed()) {
        const ms = await asks[size](op, Math.abs(call))
        if (call >= 0) times[size].push(ms)
      }
    const short95 = at(times.short, 0.95)
    const result = {
      name: op.name,
      short: short95,
      long: at(times.long, 0.95),
      ratio: at(times.long, 0.95) / short95,
      median: at(times.long, 0.5) / at(times.short, 0.5),
    }
    results.push(result)
    print(result)
  }
  const worst = results.toSorted((a, b) => a.ratio - b.ratio)
  console.log(`\nover 1.5: ${worst.filter(({ ratio }) => ratio > 1.5).length} of ${worst.length}`)
  worst.slice(-5).forEach(print)
  await short.close()
  await long.close()
} finally {
  await server.stop()
  if (!kept) rmSync(folder, { recursive: true, force: true })
}

async function open(size: keyof typeof sizes) {
  const url = server.urlOf(size)
  if (isFresh) {
    await once(server.urlOf('postgres'), `create database ${size}`)
    await migrate(url)
    const since = performance.now()
    await fill(url, sizes[size], Math.min(people, sizes[size]))
    await once(
      url,
      `insert into "user" (id, email, first_name, last_name, password_hash, roles) values (gen_random_uuid(), $1, 'A', 'B', $2, array['system_admin'])`,
      [email, await hashPassword(password)],
    )
    console.log(`${sizes[size]} rows: ${((performance.now() - since) / 1000).toFixed(0)} s`)
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

type Result = { name: string; short: number; long: number; ratio: number; median: number }

function print({ name, short, long, ratio, median }: Result) {
  const figures = [short, long].map((it) => `${it.toFixed(1).padStart(8)} ms`)
  console.log(
    `${name.padEnd(40)} ${figures.join(' ')} ${ratio.toFixed(2).padStart(6)}   median ${median.toFixed(2).padStart(6)}`,
  )
}
