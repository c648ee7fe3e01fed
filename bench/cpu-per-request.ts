import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { getUser } from '#contract/accounts/auth.ts'
import { listMyCoachClients } from '#contract/clients/clients.ts'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { makeClient, makePeople } from '#server/test/make.ts'
import { quantile, report } from './figure.ts'
import type { Statement } from './record-statements.ts'
import { signIn } from './sign-in.ts'

// CPU time per request of a list of 50 clients and of the current user, through the whole stack, relative to a bare
// node:http server with the same SQL. Optional arguments: rounds, requests per round.
const rounds = Number(process.argv[2] ?? 5)
const requests = Number(process.argv[3] ?? 3000)
const atOnce = 8

const addresses = {
  'list of 50 clients': `${listMyCoachClients.path}?limit=50`,
  'current user': getUser.path,
}
/** The second one is mostly what every request costs. */
const goals: Record<string, number> = { 'list of 50 clients': 2, 'current user': 3 }
const folder = mkdtempSync(path.join(tmpdir(), 'bench-cpu-'))
const children: { kill: () => void }[] = []
const database = await startEmbedded(path.join(folder, 'database'))
try {
  const url = database.urlOf('postgres')
  await migrate(url)
  await migrateQueues(url)
  const emails = await fill(url)
  const program = '../server/test/app-process.ts'
  const product = await start(program, [url, path.join(folder, 'data')])
  const recorder = new URL('./record-statements.ts', import.meta.url).href
  const traced = await start(program, [url, path.join(folder, 'data')], ['--import', recorder])
  const statements: Record<string, Statement[]> = {}
  const cookie = await signIn(product.origin, emails.coach)
  for (const address of Object.values(addresses)) {
    // Takes the shortest recording: the first request of a login may update it, and background jobs add statements.
    const recorded: Statement[][] = []
    for (let call = 0; call < 6; call++) {
      await answered(traced.origin + address, cookie)
      recorded.push(await traced.statements())
    }
    statements[address] = recorded.reduce((one, other) => (other.length < one.length ? other : one))
  }
  traced.stop()
  const bare = await start('./http-sql.ts', [url, JSON.stringify(statements)])

  for (const [name, address] of Object.entries(addresses)) {
    const ratios: number[] = []
    const micros: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const bareCost = await cost(bare, address)
      const productCost = await cost(product, address, cookie)
      // The first round is a warm-up.
      if (round) ratios.push(productCost / bareCost)
      if (round) micros.push(productCost)
    }
    console.log(
      `${name}: ${statements[address]?.length} statements; product / bare ${summary(ratios, 2)} (product ${summary(micros, 0)} µs)`,
    )
    report({
      name: `CPU per request against a bare server, ${name}`,
      unit: '',
      goal: { max: goals[name] ?? 2 },
      value: quantile(ratios, 0.5),
    })
  }
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  for (const child of children) child.kill()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Inserts users and 50 clients of one coach. */
async function fill(url: string) {
  const { db } = openDb(url, () => {}, 1)
  const people = await makePeople(db)
  const { coachId, organizationId } = people
  for (let index = 1; index < 50; index++) await makeClient(db, { coachId, organizationId })
  await db.destroy()
  return people.emails
}

/** Median, minimum and maximum. */
function summary(values: number[], digits: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)]
    .map((it) => it?.toFixed(digits))
    .join(' / ')
}

type Server = Awaited<ReturnType<typeof start>>

/** CPU microseconds of the server per request. */
async function cost(server: Server, address: string, cookie?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const before = await server.used()
  let left = requests
  const worker = async () => {
    while (left-- > 0) await answered(server.origin + address, cookie, agent)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const after = await server.used()
  agent.destroy()
  return (after - before) / requests
}

async function answered(address: string, cookie = '', agent?: Agent) {
  const outgoing = get(address, { headers: { cookie }, ...(agent && { agent }) })
  const [response] = await once(outgoing, 'response')
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${body}`)
}

async function start(program: string, args: string[], execArgv: string[] = []) {
  const child = fork(new URL(program, import.meta.url), args, { execArgv })
  children.push(child)
  const [origin] = (await once(child, 'message')) as [string]
  const ask = async (what: string, key: string) => {
    child.send(what)
    for (;;) {
      const [it] = (await once(child, 'message')) as [Record<string, unknown>]
      if (key in it) return it
    }
  }
  return {
    origin,
    async used() {
      const { user, system } = await ask('?', 'user')
      return Number(user) + Number(system)
    },
    statements: async () => (await ask('statements', 'statements'))['statements'] as Statement[],
    stop: () => child.kill(),
  }
}
