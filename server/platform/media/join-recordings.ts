import { rm, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '../jobs/errors.ts'
import { runConfined, runLimited } from './confined.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { probe, rejection } from './probe.ts'
import { maxCopyBytes } from './repack.ts'

/** Seconds within the file; `to` null: to its end. */
export type RecordingPart = { path: string; from: number; to: number | null }
type Limits = { signal: AbortSignal }
/** `seconds`: of each part. `toEncode`: the codecs differ, and these parts need others. */
type Copied = { seconds: number[] } | { toEncode: number[] }

const program = fileURLToPath(new URL('./copy-packets-process.mjs', import.meta.url))
const cpuSeconds = { copying: 900, encoding: 8 * 3600 }

/** What copy-packets-process.mjs joins without encoding. Silence fills holes in the sound, as the copy keeps them. */
const commonCodecs = [
  ...['-map', '0:V:0', '-map', '0:a:0', '-map_metadata', '-1'],
  ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '500k'],
  ...['-vf', String.raw`scale=-2:min(720\,trunc(ih/2)*2)`, '-pix_fmt', 'yuv420p', '-threads', '1'],
  // In WebAssembly, stereo with higher levels needs more stack than there is.
  ...['-c:a', 'libopus', '-b:a', '96k', '-ac', '2', '-compression_level', '0'],
  ...['-af', 'aresample=48000:async=1:first_pts=0', '-f', 'webm'],
]

/**
 * Writes recordings made in a browser one after the other to `to`, so that they play and seek: their recorders write no length
 * and no index, and may end in the middle of a picture. Holes of time stay. Returns the seconds of each part. Throws Rejected
 * with a `RejectionReason`, and Unavailable if it cannot run now.
 */
export async function joinRecordings(
  parts: readonly RecordingPart[],
  to: string,
  { signal }: Limits,
): Promise<number[]> {
  const copied = await copyPackets(parts, to, { signal })
  if ('seconds' in copied) return copied.seconds
  const encoded: string[] = []
  try {
    const alike = [...parts]
    for (const index of copied.toEncode) {
      const part = parts[index]
      if (!part) continue
      const path = `${to}.${index}`
      encoded.push(path)
      await encode(part, path, { signal })
      alike[index] = { path, from: 0, to: null }
    }
    const joined = await copyPackets(alike, to, { signal })
    if ('seconds' in joined) return joined.seconds
    throw rejection('unreadable')
  } finally {
    for (const path of encoded) await rm(path, { force: true })
  }
}

async function copyPackets(
  parts: readonly RecordingPart[],
  output: string,
  { signal }: Limits,
): Promise<Copied> {
  const paths = [...new Set(parts.map(({ path }) => path))]
  let bytes = 0
  for (const path of paths) bytes += (await stat(path)).size
  if (bytes === 0) throw rejection('empty')
  const { code, answer, stderr, isStarted } = await runLimited(async () => {
    const work = JSON.stringify({ parts, output, maxBytes: maxCopyBytes(bytes) })
    const { stdout, done } = runConfined(
      { script: program, args: [work], flags: [`--allow-fs-write=${output}`] },
      { signal, cpuSeconds: cpuSeconds.copying },
    )
    const written = await text(stdout).catch(() => '')
    return { answer: written, ...(await done) }
  }, signal)
  signal.throwIfAborted()
  if (!isStarted) throw new Unavailable(`The video cannot be read: ${stderr}`)
  if (code === 0) return JSON.parse(answer.split('\n').at(-1) ?? '') as Copied
  // Says what is wrong with it, if it can.
  for (const path of paths) await probe(path)
  throw rejection('unreadable')
}

async function encode({ path, from, to }: RecordingPart, output: string, { signal }: Limits) {
  const { stdout, done } = runFfmpeg({
    ...{ input: path, output, signal, cpuSeconds: cpuSeconds.encoding, args: commonCodecs },
    reading: ['-ss', String(from), ...(to === null ? [] : ['-to', String(to)])],
  })
  await text(stdout).catch(() => '')
  const { code, isStarted, stderr } = await done
  signal.throwIfAborted()
  if (!isStarted) throw new Unavailable(`The video cannot be read: ${stderr}`)
  if (code !== 0) throw rejection('unreadable')
}
