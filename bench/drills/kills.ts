import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSession } from '#contract/sessions/sessions.ts'
import {
  startTranscription,
  type TranscriptionStatus,
} from '#contract/transcriptions/transcriptions.ts'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { makePeople, makeSession } from '#server/test/make.ts'
import { signIn } from '../sign-in.ts'
import { startLoad } from './load.ts'
import { openRelay } from './relay.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { untilRecorded, uploadVideo, videoOf } from './upload.ts'

const program = new URL('../../server/test/app-process.ts', import.meta.url)
const people = 2
const uploads = 2
const videoBytes = 2_000_000
/** Milliseconds that storing or transcribing a file takes, so that kills hit them. */
const workMs = 300
/** Between two kills, at random. */
const maxPauseMs = 4_000
const pollMs = 200
const timeoutMs = 600_000

/**
 * Two processes that answer requests and run jobs are killed at random moments, one at a time and `count` times, while
 * people work, upload videos and have them transcribed. In the end everything has to be there, and nothing in progress.
 */
export async function kills(started: AsyncDisposableStack, { count = 500 } = {}) {
  const folder = temporaryFolder(started, 'kills')
  const database = await startEmbedded(path.join(folder, 'database'))
  started.defer(() => database.stop())
  const url = database.urlOf('postgres')
  await migrate(url)
  await migrateQueues(url)
  const { db } = openDb(url, () => undefined, 2)
  started.defer(() => db.destroy())
  const { emails, clientId, sessionDefinitionId } = await makePeople(db)

  const lost: string[] = []
  const args = [url, path.join(folder, 'data'), String(workMs)]
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
  const ended = { recordings: 0, transcriptions: 0, failedVisibly: 0 }
  let isKilling = true
  started.defer(async () => {
    isKilling = false
    for (const index of processes.keys()) await kill(index)
  })

  /** Uploads a video and has it transcribed, again and again. */
  async function uploadAndTranscribe(cookie: string) {
    const video = videoOf(videoBytes)
    while (isKilling) {
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
      const from = { origin, cookie, sessionId, video }
      const uploadPath = await uploadVideo(from)
      const result = await untilRecorded({ ...from, uploadPath })
      if (result === 'failed') ended.failedVisibly++
      if (result === 'lost') lost.push(uploadPath)
      if (result !== 'recorded') continue
      ended.recordings++
      if (await untilTranscribed(cookie, sessionId)) ended.transcriptions++
      else lost.push(sessionId)
    }
  }

  /** Starts a transcription, and another one where it fails visibly, as after three kills. */
  async function untilTranscribed(cookie: string, sessionId: string) {
    const ask = async ({ method, path: at }: { method: string; path: string }) => {
      const headers = { cookie, origin }
      const response = await fetch(origin + at.replace('{id}', sessionId), { method, headers })
      return (await response.json()) as { transcription?: { status: TranscriptionStatus } | null }
    }
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(pollMs)) {
      const session = await ask(getSession).catch(() => undefined)
      const status = session?.transcription?.status
      if (status === 'completed') return true
      if (status === 'failed') ended.failedVisibly++
      if (session?.transcription === null || status === 'failed')
        await ask(startTranscription).catch(() => undefined)
    }
    return false
  }

  while (!ports.size) await sleep(pollMs)
  const load = startLoad({ origin: () => origin, email: emails.admin, people, isRepeated: true })
  const cookie = await signIn(origin, emails.coach)
  const working = Promise.all(Array.from({ length: uploads }, () => uploadAndTranscribe(cookie)))
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
  lost.push(...(await load.lost(db)))
  const { length: inProgress } = await db
    .selectFrom('upload')
    .select('id')
    // The creation of others was never answered, so another was created. The sweep deletes them.
    .where('status', 'not in', ['failed', 'receiving'])
    .execute()
  const { requests, failures } = load
  const isPassed = !inProgress && !lost.length
  return { isPassed, kills: count, requests: requests(), failures, ...ended, inProgress, lost }
}
