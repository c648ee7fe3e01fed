import {
  ADTS,
  EncodedPacketSink,
  FLAC,
  FilePathSource,
  Input,
  type InputTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'

type Track = { codec: string | null; codecDetail: string | null }
/** What the parser found; `format` null: not a container that it knows. */
export type Tracks =
  | { format: null }
  | {
      format: string
      contentType: string
      video: Track | null
      audio: Track | null
      /** Seconds. */
      duration: number
      /** Seconds from the start of the file to the end of its sound. */
      soundDuration: number
      metaDuration: number | null
      /** The content ends before the stated length. */
      isCutOff: boolean
    }

// Playlists (HLS) are left out on purpose: a text that names other files must not make us read them.
const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG, MP3, WAVE, FLAC, ADTS]

/** The tracks of a media file, by its content. Throws where the file is too damaged to tell. */
export async function readTracks(path: string): Promise<Tracks> {
  const input = new Input({ formats, source: new FilePathSource(path) })
  try {
    const format = await input.getFormat().catch(() => null)
    if (!format) return { format: null }
    const video = await input.getPrimaryVideoTrack().catch(() => null)
    const audio = await input.getPrimaryAudioTrack().catch(() => null)
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
      soundDuration: audio ? (await audio.computeDuration()) - start : 0,
      metaDuration,
      isCutOff: isShort(duration, metaDuration) || !(await hasItsEnd(tracks)),
    }
  } finally {
    input.dispose()
  }
}

const describe = async (track: InputTrack): Promise<Track> => ({
  codec: await track.getCodec(),
  codecDetail: await track.getCodecParameterString().catch(() => null),
})

/** Recorders round the stated length: less than a second, or a hundredth of it, is no loss. */
const isShort = (duration: number, stated: number | null) =>
  stated !== null && stated - duration > Math.max(1, stated / 100)

/** MP4 states in front where each part lies: the last part of each track must really be there. */
async function hasItsEnd(tracks: InputTrack[]) {
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Infinity).catch(() => null)
    if (!last) return false
  }
  return true
}
