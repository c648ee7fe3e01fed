import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A playable MP4 of at least that many bytes: a short one, followed by a box that players skip (ISO 14496-12, `free`). */
export function longVideo(bytes: number) {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + bytes)
  header.write('free', 4)
  const video = readFileSync(path.join(import.meta.dirname, 'media/silence.mp4'))
  return Buffer.concat([video, header, randomBytes(bytes)])
}
