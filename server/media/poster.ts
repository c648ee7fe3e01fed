import { buffer } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'
import { inTurn } from './in-turn.ts'

/** Seconds into the video: past a black beginning. */
const momentSeconds = 2
const cpuSeconds = 30
const widest = 640

/**
 * A still picture of a video as JPEG, at most 640 pixels wide; undefined where none can be made. Nothing needs to be
 * known of the file before.
 */
export async function posterOf(path: string, signal?: AbortSignal) {
  const look = async () => {
    const { picture, isStopped } = await pictureAt(momentSeconds, path, signal)
    // A video that ends before that moment shows how it begins.
    return picture || isStopped ? picture : (await pictureAt(0, path, signal)).picture
  }
  // No room to look is no picture either.
  return inTurn(look, signal).catch(() => undefined)
}

async function pictureAt(seconds: number, path: string, signal?: AbortSignal) {
  const args = [
    ...['-ss', String(seconds), '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `scale='min(${widest},iw)':-2`, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
    // The encoder's own choice of tables crashes in WebAssembly.
    ...['-q:v', '5', '-huffman', 'default', '-f', 'image2pipe'],
  ]
  const { stdout, done } = runFfmpeg({
    input: path,
    args,
    cpuSeconds,
    ...(signal && { signal }),
  })
  const picture = await buffer(stdout).catch(() => undefined)
  const { code } = await done
  return { picture: code === 0 && picture?.length ? picture : undefined, isStopped: code === null }
}
