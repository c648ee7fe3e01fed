import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { maxRecordingBytes } from '#contract/recordings/recordings.ts'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { makePeople, makeSession } from '#server/test/make.ts'
import { partBytes } from '#web/features/recordings/tus-transfer.ts'
import { quantile, report } from './figure.ts'
import { signIn } from './sign-in.ts'

// 500 MB by tus and by base64, relative to a bare node:http server that writes the same bytes to the same disk.
// Optional argument: rounds.
const rounds = Number(process.argv[2] ?? 3)
const mebi = 1024 * 1024

const folder = mkdtempSync(path.join(tmpdir(), 'bench-upload-'))
const video = path.join(folder, 'video.mp4')
/** The base64 request, written in advance: encoding is not measured. */
const encoded = path.join(folder, 'video.json')
const results = {
  tus: { throughput: [] as number[], memory: [] as number[] },
  base64: { throughput: [] as number[], memory: [] as number[] },
}
const children: { kill: () => void }[] = []
const database = await startEmbedded(path.join(folder, 'database'))
try {
  await pipeline(videoBytes(), createWriteStream(video))
  await pipeline(base64Body(), createWriteStream(encoded))
  const url = database.urlOf('postgres')
  await migrate(url)
  await migrateQueues(url)
  const { db } = openDb(url, () => {}, 3)
  const { clientId, sessionDefinitionId, emails } = await makePeople(db)

  for (let round = 0; round < rounds; round++)
    for (const protocol of ['tus', 'base64'] as const) {
      const file = path.join(folder, 'sink')
      const sink = await start('./http-sink.ts', file)
      const bare = await seconds(() =>
        send(sink.origin, { file: protocol === 'tus' ? video : encoded }),
      )
      sink.stop()
      rmSync(file)

      const server = await start('../server/test/app-process.ts', url, path.join(folder, 'data'))
      const headers = { origin: server.origin, cookie: await signIn(server.origin, emails.coach) }
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
      const { now: idle } = await server.memory()
      const own = await seconds(() =>
        (protocol === 'tus' ? byTus : byBase64)(server.origin, headers, sessionId),
      )
      const memory = ((await server.memory()).peak - idle) / mebi
      console.log(
        `${protocol}: ${own.toFixed(2)} s, throughput against the bare server ${(bare / own).toFixed(2)}, peak memory above idle ${memory.toFixed(0)} MB`,
      )
      results[protocol].throughput.push(bare / own)
      results[protocol].memory.push(memory)
      server.stop()
      await db.deleteFrom('session').where('id', '=', sessionId).execute()
      rmSync(path.join(folder, 'data', 'recordings'), { recursive: true, force: true })
    }
  for (const [protocol, { throughput, memory }] of Object.entries(results)) {
    const name = `upload of 500 MB by ${protocol}`
    const value = quantile(throughput, 0.5)
    report({ name: `${name} against a bare server`, goal: { min: 0.9 }, unit: '', value })
    report({ name: `${name}, memory`, goal: { max: 64 }, unit: 'MB', value: Math.max(...memory) })
  }
  await db.destroy()
} finally {
  for (const child of children) child.kill()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A real video, padded with a box that players skip (ISO 14496-12, `free`). */
function* videoBytes() {
  const beginning = readFileSync(new URL('../server/test/media/silence.mp4', import.meta.url))
  const padding = maxRecordingBytes - beginning.length
  const header = Buffer.alloc(8)
  header.writeUInt32BE(padding)
  header.write('free', 4)
  yield Buffer.concat([beginning, header])
  const filling = Buffer.alloc(mebi, 'a calm picture ')
  for (let left = padding - 8; left > 0; left -= filling.length)
    yield filling.subarray(0, Math.min(left, filling.length))
}

async function* base64Body() {
  yield '{"fileName":"bench.mp4","clientFullName":"Clara Client","fileData":"'
  // A multiple of three bytes, so that the base64 chunks can be concatenated.
  for await (const chunk of createReadStream(video, { highWaterMark: 3 * 256 * 1024 }))
    yield (chunk as Buffer).toString('base64')
  yield '"}'
}

type Headers = Record<string, string>

async function byTus(origin: string, headers: Headers, sessionId: string) {
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(maxRecordingBytes),
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
  const address = origin + (created.headers.get('location') ?? '')
  for (let from = 0; from < maxRecordingBytes; from += partBytes) {
    const end = Math.min(from + partBytes, maxRecordingBytes) - 1
    const part = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': from,
      'content-length': end - from + 1,
    }
    await send(address, {
      method: 'PATCH',
      headers: { ...tus, ...part },
      file: video,
      start: from,
      end,
    })
  }
}

function byBase64(origin: string, headers: Headers, sessionId: string) {
  return send(`${origin}/api/sessions/${sessionId}/upload-recording`, {
    headers: { ...headers, 'content-type': 'application/json' },
    file: encoded,
  })
}

type Sent = {
  method?: string
  headers?: Record<string, string | number>
  file: string
  start?: number
  end?: number
}

/** Sends a file, or a part of it, as the request body. */
async function send(address: string, { method = 'POST', headers = {}, file, ...part }: Sent) {
  const sending = request(address, { method, headers })
  const [[response]] = await Promise.all([
    once(sending, 'response'),
    pipeline(createReadStream(file, part), sending),
  ])
  const responseBody = await text(response)
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${responseBody}`)
}

async function start(program: string, ...args: string[]) {
  const child = fork(new URL(program, import.meta.url), args, { execArgv: [] })
  children.push(child)
  const [origin] = (await once(child, 'message')) as [string]
  return {
    origin,
    async memory() {
      child.send('?')
      const [used] = (await once(child, 'message')) as [{ now: number; peak: number }]
      return used
    },
    stop: () => child.kill(),
  }
}

async function seconds(work: () => Promise<void>) {
  // Flushes earlier writes, which would slow down the measurement.
  spawnSync('sync')
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}
