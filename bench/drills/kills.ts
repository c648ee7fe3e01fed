import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { makePeople } from '#server/test/make.ts'
import { signIn } from '../sign-in.ts'
import { killedWork, webhookReceiver } from './killed-work.ts'
import { startLoad } from './load.ts'
import { openRelay } from './relay.ts'
import { temporaryFolder } from './temporary-folder.ts'

const program = new URL('../../server/test/app-process.ts', import.meta.url)
const writers = 2
/** Milliseconds that storing or transcribing a file takes, so that kills hit them. */
const workMs = 300
/** Between two kills, at random. */
const maxPauseMs = 4_000
const pollMs = 200

/**
 * Two processes that answer requests and run jobs are killed at random moments, one at a time and `count` times, while
 * people work, and clients are recorded, transcribed, analysed and erased. In the end everything has to be there once, and
 * nothing in progress.
 */
export async function kills(started: AsyncDisposableStack, { count = 500, clients = 6 } = {}) {
  const folder = temporaryFolder(started, 'kills')
  const database = await startEmbedded(path.join(folder, 'database'))
  started.defer(() => database.stop())
  const url = database.urlOf('postgres')
  await migrate(url)
  await migrateQueues(url)
  const { db } = openDb(url, () => undefined, 2)
  started.defer(() => db.destroy())
  const people = await makePeople(db)
  const { emails } = people
  const webhooks = await webhookReceiver()
  started.defer(() => webhooks.close())

  const lost: string[] = []
  const args = [url, path.join(folder, 'data'), String(workMs), '', new URL(webhooks.origin).host]
  const ports = new Map<ChildProcess, number>()
  const start = () => {
    const child = fork(program, args, { execArgv: [], stdio: 'ignore' })
    child.once('exit', (code) => code !== null && lost.push(`a process, which ended with ${code}`))
    child.once('message', (origin) => ports.set(child, Number(new URL(origin as string).port)))
    return child
  }
  const processes = [start(), start()]
  const isStarting = (index: number) => {
    const child = processes[index]
    return child?.exitCode === null && !ports.has(child)
  }
  const kill = async (index: number) => {
    const child = processes[index]
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    ports.delete(child)
  }
  const relay = await openRelay(() => {
    const [port] = [...ports.values()].toReversed()
    return port === undefined ? undefined : { port }
  })
  started.defer(() => void relay.close())
  const origin = `http://127.0.0.1:${relay.port}`
  let isKilling = true
  started.defer(async () => {
    isKilling = false
    for (const index of processes.keys()) await kill(index)
  })

  /** Again and again; what began is brought to its end. */
  async function repeat(work: () => Promise<unknown>) {
    while (isKilling) await work()
  }

  while (!ports.size) await sleep(pollMs)
  const load = startLoad({
    origin: () => origin,
    email: emails.admin,
    people: writers,
    isRepeated: true,
  })
  const cookie = await signIn(origin, emails.coach)
  const work = await killedWork({
    db,
    origin,
    people,
    webhooks,
    cookie,
    isKilling: () => isKilling,
  })
  const working = Promise.all([
    ...Array.from({ length: clients }, () => repeat(() => work.serveClient())),
    repeat(() => work.moveRecordings()),
  ])
  for (let killed = 0; killed < count; killed++) {
    const index = killed % processes.length
    // Every fifth is killed while it starts.
    while (killed % 5 && isStarting(index)) await sleep(pollMs / 10)
    await sleep(Math.random() * maxPauseMs)
    await kill(index)
    processes[index] = start()
  }
  isKilling = false
  await working
  await load.stop()
  lost.push(...work.lost, ...(await load.lost(db)))
  const { length: inProgress } = await db
    .selectFrom('upload')
    .select('id')
    // The creation of others was never answered, so another was created. The sweep deletes them.
    .where('status', 'not in', ['failed', 'receiving'])
    .execute()
  const { requests, failures } = load
  const isPassed = !inProgress && !lost.length
  return {
    isPassed,
    kills: count,
    requests: requests(),
    failures,
    ...work.counts,
    inProgress,
    lost,
  }
}
