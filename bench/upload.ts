import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { runMigrations } from 'graphile-worker'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { maxRecordingBytes } from '#contract/recordings.ts'
import { blockBytes } from '#server/features/recordings/uploads/block-writer.ts'
import { makePeople, makeSession, password } from '#server/test/make.ts'
import { partBytes } from '#web/features/recordings/tus-transfer.ts'
import type { Answered, Sent } from './http-source.ts'

// 500 MB by tus and by base64, against a bare node:http server that writes the same bytes to the same disk, in turns;
// and against one that answers only when they are on the disk, as the product does. Then 20 uploads at once of either kind:
// how much memory they take. Optional argument: rounds.
const rounds = Number(process.argv[2] ?? 3)
const atOnce = 20
const mebi = 1024 * 1024
/** Of each of many at once: for as many whole ones the disk would need room. */
const smallBytes = 100 * mebi
/** In which the bare server writes: as much as Node reads off a connection at once. */
const bareBlockBytes = 64 * 1024
/** That anybody writes: base64 as it came. */
const mostBytes = (maxRecordingBytes / 3) * 4

type Used = { now: number; peak: number; user: number; system: number }

const folder = mkdtempSync(path.join(tmpdir(), 'bench-upload-'))
/** `body`: of the request by base64, written before: whoever sends is not to take the processor from what is measured. */
type Video = { file: string; body: string; bytes: number }
const videoOf = (name: string, bytes: number): Video => ({
  ...{ file: path.join(folder, `${name}.mp4`), body: path.join(folder, `${name}.json`), bytes },
})
const video = videoOf('video', maxRecordingBytes)
const small = videoOf('small', smallBytes)
const children: { kill: () => void }[] = []
const bodyOf = { tus: video.file, base64: video.body }
const source = await startSource()
const database = await startEmbedded(path.join(folder, 'database'))
try {
  await makeVideo(video)
  await makeVideo(small)
  const url = database.urlOf('postgres')
  await migrate(url)
  await runMigrations({ connectionString: url })
  const { db } = openDb(url, () => {}, 3)
  const { clientId, sessionDefinitionId, emails } = await makePeople(db)
  const aSession = () => makeSession(db, { clientId, sessionDefinitionId })

  const results: Record<string, number[]> = {}
  const note = (name: string, value: number) => (results[name] ??= []).push(value)
  for (let round = 0; round < rounds; round++) {
    for (const way of ['tus', 'base64'] as const) {
      const file = path.join(folder, 'sink')
      const sink = await start('./http-sink.ts', file)
      const bare = await timed(sink, () => send({ address: sink.origin, file: bodyOf[way] }))
      sink.stop()
      rmSync(file)
      const durable = await start('./http-sink.ts', file, 'durable')
      const kept = await timed(durable, () => send({ address: durable.origin, file: bodyOf[way] }))
      durable.stop()
      rmSync(file)

      const server = await start('../server/test/app-process.ts', url, path.join(folder, 'data'))
      const { origin } = server
      const headers = { origin, cookie: await signIn(origin, emails.coach) }
      const sessionId = await aSession()
      const idle = (await server.used()).now
      let isRecorded = async () => {}
      const own = await timed(server, async () => {
        if (way === 'base64') return byBase64(origin, headers, sessionId, video)
        const address = await byTus(origin, headers, sessionId, video)
        isRecorded = () => untilRecorded(address, headers)
      })
      const began = performance.now()
      await isRecorded()
      note(`${way}: seconds`, own.seconds)
      note(`${way}: seconds of the bare server`, bare.seconds)
      note(`${way}: seconds of the bare server that waits for the disk`, kept.seconds)
      note(`${way}: throughput, bare server = 1`, bare.seconds / own.seconds)
      note(`${way}: the same, bare server that waits for the disk = 1`, kept.seconds / own.seconds)
      if (way === 'tus')
        note('tus: seconds until it is a recording', (performance.now() - began) / 1000)
      note(`${way}: processor, bare server = 1`, own.processor / bare.processor)
      note(`${way}: peak memory over idle, MB`, ((await server.used()).peak - idle) / mebi)
      server.stop()
      await db.deleteFrom('session').where('id', '=', sessionId).execute()
      rmSync(path.join(folder, 'data', 'recordings'), { recursive: true })
    }
  }
  for (const way of ['tus', 'base64'] as const) {
    const server = await start('../server/test/app-process.ts', url, path.join(folder, 'data'))
    // Nobody may have all of them under way.
    const people = [emails.coach, emails.admin].map(async (email) => ({
      origin: server.origin,
      cookie: await signIn(server.origin, email),
    }))
    const senders = await Promise.all(people)
    const sessions = await Promise.all(Array.from({ length: atOnce }, aSession))
    const idle = (await server.used()).now
    const upload = way === 'tus' ? byTus : byBase64
    await Promise.all(
      sessions.map((id, index) => upload(server.origin, senders[index % 2] ?? {}, id, small)),
    )
    note(
      `${way}: ${atOnce} at once, peak memory over idle, MB`,
      ((await server.used()).peak - idle) / mebi,
    )
    server.stop()
    await db.deleteFrom('session').where('id', 'in', sessions).execute()
  }
  await db.destroy()
  for (const [name, values] of Object.entries(results))
    console.log(`${name.padEnd(60)} ${values.map((it) => it.toFixed(2)).join('  ')}`)
} finally {
  for (const child of children) child.kill()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A real video, filled up with a box that players pass over (ISO 14496-12, `free`). */
async function makeVideo({ file: name, body, bytes }: Video) {
  const start = readFileSync(new URL('../server/test/media/silence.mp4', import.meta.url))
  const padding = bytes - start.length
  const header = Buffer.alloc(8)
  header.writeUInt32BE(padding)
  header.write('free', 4)
  const file = await open(name, 'w')
  await file.write(Buffer.concat([start, header]))
  const filling = Buffer.alloc(mebi, 'a calm picture ')
  for (let left = padding - 8; left > 0; left -= filling.length)
    await file.write(filling, 0, Math.min(left, filling.length))
  await file.close()
  if (statSync(name).size !== bytes) throw new Error('The video has a wrong size.')
  await pipeline(base64Body(name), createWriteStream(body))
}

async function* base64Body(file: string) {
  yield '{"fileName":"bench.mp4","clientFullName":"Clara Client","fileData":"'
  // A multiple of three, so that the pieces can be put together.
  for await (const piece of createReadStream(file, { highWaterMark: 3 * 256 * 1024 }))
    yield (piece as Buffer).toString('base64')
  yield '"}'
}

async function byTus(
  origin: string,
  headers: Record<string, string>,
  sessionId: string,
  { file, bytes }: Video,
) {
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes),
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
  const address = origin + (created.headers.get('location') ?? '')
  for (let start = 0; start < bytes; start += partBytes) {
    const end = Math.min(start + partBytes, bytes) - 1
    const part = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': start,
      'content-length': end - start + 1,
    }
    await send({ ...{ address, file, start, end, method: 'PATCH' }, headers: { ...tus, ...part } })
  }
  return address
}

/** What has arrived is looked at and stored in the background. */
async function untilRecorded(address: string, headers: Record<string, string>) {
  for (;;) {
    const { status } = (await (await fetch(address, { headers })).json()) as { status: string }
    if (status === 'completed') return
    if (status === 'failed') throw new Error('The upload was refused.')
    await sleep(20)
  }
}

function byBase64(
  origin: string,
  headers: Record<string, string>,
  sessionId: string,
  { body }: Video,
) {
  return send({
    address: `${origin}/api/sessions/${sessionId}/upload-recording`,
    headers: { ...headers, 'content-type': 'application/json' },
    file: body,
  })
}

async function send(asked: Pick<Sent, 'address' | 'file'> & Partial<Sent>) {
  const answered = await source({ method: 'POST', headers: {}, ...asked })
  if ('error' in answered) throw new Error(answered.error)
  if (answered.status >= 300) throw new Error(`${answered.status} ${answered.said}`)
}

/** Whoever sends: a process of its own, that answers each call once it was answered. */
async function startSource() {
  const child = fork(new URL('./http-source.ts', import.meta.url), { execArgv: [] })
  children.push(child)
  await once(child, 'message')
  const waiting = new Map<number, (answered: Answered) => void>()
  let calls = 0
  child.on('message', ({ call, answered }: { call: number; answered: Answered }) => {
    waiting.get(call)?.(answered)
    waiting.delete(call)
  })
  return (sent: Sent) =>
    new Promise<Answered>((resolve) => {
      const call = calls++
      waiting.set(call, resolve)
      child.send({ call, sent })
    })
}

async function signIn(origin: string, email: string) {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function start(program: string, ...args: string[]) {
  const child = fork(new URL(program, import.meta.url), args, { execArgv: [] })
  children.push(child)
  const [origin] = (await once(child, 'message')) as [string]
  return {
    origin,
    async used() {
      child.send('?')
      const [used] = (await once(child, 'message')) as [Used]
      return used
    },
    stop: () => child.kill(),
  }
}

/**
 * A virtual machine gets memory from its host when it is first touched, which takes longer than writing into it, and some give
 * it back when it is free. The system keeps what was written in pieces as large as the writes, so that what one of those who
 * are measured has left is at hand for the next of its kind, and not for the other. Before each of them there is enough in
 * either size: what is measured is the work of whoever receives, not that of the host.
 */
function touchMemory() {
  const sizes = [bareBlockBytes, blockBytes]
  const files = sizes.map((size) => path.join(folder, `memory-${size}`))
  for (const [index, size] of sizes.entries()) {
    const file = openSync(files[index] ?? '', 'w')
    const piece = Buffer.alloc(size)
    for (let written = 0; written < mostBytes; written += size) writeSync(file, piece)
    closeSync(file)
  }
  for (const file of files) rmSync(file)
}

/** Seconds on the clock, and of the server's processor. */
async function timed(server: { used: () => Promise<Used> }, work: () => Promise<void>) {
  touchMemory()
  // What was written before must not be written to the disk meanwhile.
  spawnSync('sync')
  const before = await server.used()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const after = await server.used()
  return { seconds, processor: after.user + after.system - before.user - before.system }
}
