import { buffer } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'
import { runLimited } from './confined.ts'

/** Seconds: skip a black start; stop looking for a picture. */
const [early, late] = [2, 30]
const cpuSeconds = 30
const maxWidth = 640

/**
 * Keyframes only: decoding a picture between them took up to six seconds in 4K. Selects the very first keyframe as a
 * fallback and the first one after `early`. `setpts` spaces them a second apart, so that FFmpeg inserts no copies.
 */
const keyframes = {
  reading: ['-skip_frame', 'nokey', '-t', String(late)],
  filter: String.raw`select='eq(n\,0)+gte(t\,${early})',setpts=N/TB`,
  maxPictures: 2,
}
/** Without keyframes: the first picture. */
const first = { reading: [], filter: 'null', maxPictures: 1 }

/** A JPEG still of a video, at most 640 pixels wide; undefined if none can be made. The file may be any upload. */
export async function createPoster(path: string, signal?: AbortSignal) {
  const create = async () => {
    const { picture, isStopped } = await lastPicture(keyframes, path, signal)
    return picture || isStopped ? picture : (await lastPicture(first, path, signal)).picture
  }
  // A full queue also means no poster.
  return runLimited(create, signal).catch(() => undefined)
}

async function lastPicture(
  { reading, filter, maxPictures }: typeof keyframes,
  path: string,
  signal?: AbortSignal,
) {
  const args = [
    ...['-map', '0:v:0', '-frames:v', String(maxPictures), '-r', '1'],
    ...['-vf', `${filter},scale='min(${maxWidth},iw)':-2`, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
    // The encoder's own choice of tables crashes in WebAssembly.
    ...['-q:v', '5', '-huffman', 'default', '-f', 'image2pipe'],
  ]
  const { stdout, done } = runFfmpeg({
    input: path,
    reading,
    args,
    cpuSeconds,
    isBrief: true,
    ...(signal && { signal }),
  })
  // `done` says why it ended.
  const pictures = await buffer(stdout).catch(() => undefined)
  const { code } = await done
  return {
    picture: code === 0 && pictures?.length ? pictures.subarray(startOfLast(pictures)) : undefined,
    isStopped: code === null,
  }
}

/** End of one JPEG and start of the next. Image data has a zero after each FF (ITU-T T.81, B.1.1.5). */
const boundary = Buffer.from('ffd9ffd8', 'hex')
const startOfLast = (pictures: Buffer) => {
  const at = pictures.lastIndexOf(boundary)
  return at < 0 ? 0 : at + 2
}
