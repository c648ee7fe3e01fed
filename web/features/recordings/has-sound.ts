import { BlobSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny'

/** Whether a video has a sound track, by its headers; undefined if they do not tell. */
export async function hasSound(file: File) {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS],
    source: new BlobSource(file),
  })
  try {
    const tracks = await input.getTracks()
    return tracks.length > 0 ? tracks.some((track) => track.isAudioTrack()) : undefined
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}
