import { buffer } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'
import { runLimited } from './run-limited.ts'

/** Seconds into the video: past a black beginning, and how far a picture is looked for. */
const [early, late] = [2, 30]
const cpuSeconds = 30
const widest = 640

/**
 * Pictures that need no other one to be shown. For what lies between them, all since the last would be decoded, which took six
 * seconds in 4K. They are the first that is not early, and before it that at the beginning, should there be no other. As if a
 * second apart: FFmpeg would fill the time between them with copies.
 */
const whole = {
  reading: ['-skip_frame', 'nokey', '-t', String(late)],
  chosen: String.raw`select='eq(n\,0)+gte(t\,${early})',setpts=N/TB`,
  most: 2,
}
/** However it begins, should nothing be marked as whole. */
const first = { reading: [], chosen: 'null', most: 1 }

/**
 * A still picture of a video as JPEG, at most 640 pixels wide; undefined where none can be made. Nothing needs to be
 * known of the file before.
 */
export async function createPoster(path: string, signal?: AbortSignal) {
  const look = async () => {
    const { picture, isStopped } = await lastOf(whole, path, signal)
    return picture || isStopped ? picture : (await lastOf(first, path, signal)).picture
  }
  // No room to look is no picture either.
  return runLimited(look, signal).catch(() => undefined)
}

async function lastOf({ reading, chosen, most }: typeof whole, path: string, signal?: AbortSignal) {
  const args = [
    ...['-map', '0:v:0', '-frames:v', String(most), '-r', '1'],
    ...['-vf', `${chosen},scale='min(${widest},iw)':-2`, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
    // The encoder's own choice of tables crashes in WebAssembly.
    ...['-q:v', '5', '-huffman', 'default', '-f', 'image2pipe'],
  ]
  const { stdout, done } = runFfmpeg({
    ...{ input: path, reading, args, cpuSeconds, isBrief: true },
    ...(signal && { signal }),
  })
  const pictures = await buffer(stdout).catch(() => undefined)
  const { code } = await done
  return {
    picture: code === 0 && pictures?.length ? pictures.subarray(startOfLast(pictures)) : undefined,
    isStopped: code === null,
  }
}

/** Where one ends and another begins. What is packed in a JPEG has a zero behind each FF (ITU-T T.81, B.1.1.5). */
const between = Buffer.from('ffd9ffd8', 'hex')
const startOfLast = (pictures: Buffer) => {
  const at = pictures.lastIndexOf(between)
  return at < 0 ? 0 : at + 2
}
