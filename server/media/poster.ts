import { buffer } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'

/** Seconds into the video: past a black beginning. */
const momentSeconds = 2
const limitMs = 60_000
const widest = 640

/**
 * A still picture of a video as JPEG, at most 640 pixels wide; undefined where none can be made. Nothing needs to be
 * known of the file before.
 */
export async function posterOf(path: string, signal?: AbortSignal) {
  // A video that ends before that moment shows how it begins.
  return (await pictureAt(momentSeconds, path, signal)) ?? (await pictureAt(0, path, signal))
}

async function pictureAt(seconds: number, path: string, cancelled?: AbortSignal) {
  if (cancelled?.aborted) return
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), ...(cancelled ? [cancelled] : [])])
  const args = [
    ...['-ss', String(seconds), '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `scale='min(${widest},iw)':-2`, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
    // The encoder's own choice of tables crashes in WebAssembly.
    ...['-q:v', '5', '-huffman', 'default', '-f', 'image2pipe'],
  ]
  const { stdout, done } = runFfmpeg({ input: path, args, signal })
  const picture = await buffer(stdout).catch(() => undefined)
  const { code } = await done
  return code === 0 && picture?.length ? picture : undefined
}
