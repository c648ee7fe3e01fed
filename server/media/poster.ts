import { buffer } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'

/** Seconds into the video: past a black beginning. */
const momentSeconds = 2
const limitMs = 60_000
const widest = 640

/** A still picture of a video as JPEG, at most 640 pixels wide; undefined where none can be made. */
export async function posterOf(path: string, { duration }: { duration: number }) {
  const args = [
    ...['-ss', String(Math.min(momentSeconds, duration / 2)), '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `scale='min(${widest},iw)':-2`, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
    // The encoder's own choice of tables crashes in WebAssembly.
    ...['-q:v', '5', '-huffman', 'default', '-f', 'image2pipe'],
  ]
  const { stdout, done } = runFfmpeg({ input: path, args, signal: AbortSignal.timeout(limitMs) })
  const picture = await buffer(stdout).catch(() => undefined)
  const { code } = await done
  return code === 0 && picture?.length ? picture : undefined
}
