// Loaded for each upload in a new process without a code cache (decision 5): JavaScript, which Node loads in half the
// time, and the single-file build of its library.
import { createRequire } from 'node:module'

/**
 * @import * as Mediabunny from 'mediabunny'
 * @import { Track, Tracks } from './tracks.ts'
 */

const mediabunny = /** @type {typeof Mediabunny} */ (createRequire(import.meta.url)('mediabunny'))
const { ADTS, FLAC, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } = mediabunny
const { EncodedPacketSink, FilePathSource, Input } = mediabunny

// Without playlists (HLS): a text file must not make us read other files.
const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG, MP3, WAVE, FLAC, ADTS]

/**
 * The tracks of a media file, by its content. Throws if the file is too damaged to tell.
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
    // The clock of a transport stream starts at any value.
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
      isCutOff: isShort(duration, metaDuration) || !(await hasLastPackets(tracks)),
    }
  } finally {
    input.dispose()
  }
}

/**
 * When the last of these tracks ends; a recorder may write a short track of its own, such as start-up music.
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
 * Recorders round the declared duration: a difference below a second, or 1 %, does not count.
 * @type {(duration: number, declared: number | null) => boolean}
 */
const isShort = (duration, declared) =>
  declared !== null && declared - duration > Math.max(1, declared / 100)

/**
 * MP4 lists the position of each packet up front: the last packet of each track must exist.
 * @type {(tracks: Mediabunny.InputTrack[]) => Promise<boolean>}
 */
async function hasLastPackets(tracks) {
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Infinity).catch(() => null)
    if (!last) return false
  }
  return true
}
