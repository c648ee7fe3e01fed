// Read for each upload by a program of its own, that may keep nothing (decision 5): so in JavaScript, which Node reads in half
// the time, and with its library in one file.
import { createRequire } from 'node:module'

/**
 * @import * as Mediabunny from 'mediabunny'
 * @import { Track, Tracks } from './tracks.ts'
 */

const mediabunny = /** @type {typeof Mediabunny} */ (createRequire(import.meta.url)('mediabunny'))
const { ADTS, FLAC, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } = mediabunny
const { EncodedPacketSink, FilePathSource, Input } = mediabunny

// Playlists (HLS) are left out on purpose: a text that names other files must not make us read them.
const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG, MP3, WAVE, FLAC, ADTS]

/**
 * The tracks of a media file, by its content. Throws where the file is too damaged to tell.
 * @type {(path: string) => Promise<Tracks>}
 */
export async function readTracks(path) {
  const input = new Input({ formats, source: new FilePathSource(path) })
  try {
    const format = await input.getFormat().catch(() => null)
    if (!format) return { format: null }
    const video = await input.getPrimaryVideoTrack().catch(() => null)
    const audio = await input.getPrimaryAudioTrack().catch(() => null)
    const sounds = await input.getAudioTracks().catch(() => [])
    const tracks = [video, audio].filter((it) => it !== null)
    const end = tracks.length ? await input.computeDuration(tracks) : 0
    // A transport stream's clock starts anywhere.
    const start = format === MPEG_TS && tracks.length ? await input.getFirstTimestamp(tracks) : 0
    const duration = end - start
    const metaDuration = tracks.length ? await input.getDurationFromMetadata(tracks) : null
    return {
      format: format.name,
      contentType: format.mimeType,
      video: video && (await describe(video)),
      audio: audio && (await describe(audio)),
      duration,
      soundDuration: (await lastEnd(sounds)) - start,
      metaDuration,
      isCutOff: isShort(duration, metaDuration) || !(await hasItsEnd(tracks)),
    }
  } finally {
    input.dispose()
  }
}

/**
 * When the last of these tracks ends; a recorder may write music at the start into one of its own.
 * @type {(tracks: Mediabunny.InputTrack[]) => Promise<number>}
 */
async function lastEnd(tracks) {
  let end = 0
  for (const track of tracks) end = Math.max(end, await track.computeDuration().catch(() => 0))
  return end
}

/** @type {(track: Mediabunny.InputTrack) => Promise<Track>} */
const describe = async (track) => ({
  codec: await track.getCodec(),
  codecDetail: await track.getCodecParameterString().catch(() => null),
})

/**
 * Recorders round the stated length: less than a second, or a hundredth of it, is no loss.
 * @type {(duration: number, stated: number | null) => boolean}
 */
const isShort = (duration, stated) =>
  stated !== null && stated - duration > Math.max(1, stated / 100)

/**
 * MP4 states in front where each part lies: the last part of each track must really be there.
 * @type {(tracks: Mediabunny.InputTrack[]) => Promise<boolean>}
 */
async function hasItsEnd(tracks) {
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Infinity).catch(() => null)
    if (!last) return false
  }
  return true
}
