import type { Track } from './tracks.ts'

/** Containers and what every current browser plays inside them. QuickTime with these codecs is read as MP4. */
const played: Record<string, { video: readonly string[]; audio: readonly string[] }> = {
  MP4: { video: ['avc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  'QuickTime File Format': { video: ['avc'], audio: ['aac', 'mp3'] },
  WebM: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}

/** H.264 in baseline, main, extended and high profile; browsers leave 10-bit and 4:2:2 to the machine. */
const playedProfile = /^avc[13]\.(42|4d|58|64)/i

type Tracks = { format: string; contentType: string; video: Track; audio: Track }

/** Whether all browsers play picture and sound; of HEVC and Matroska each is asked (`mediaTypeOf`). */
export function isPlayable({ format, video, audio }: Omit<Tracks, 'contentType'>) {
  const known = played[format]
  if (!known || !video.codec || !audio.codec) return false
  if (video.codec === 'avc' && !playedProfile.test(video.codecDetail ?? '')) return false
  return known.video.includes(video.codec) && known.audio.includes(audio.codec)
}

/** H.264 and its usual sounds, as the two readers of containers name them; the one of older containers knows no profile. */
export const isPlayableInMp4 = ({ video, audio }: Pick<Tracks, 'video' | 'audio'>) =>
  ['avc', 'h264'].includes(video.codec ?? '') &&
  (video.codecDetail === null || playedProfile.test(video.codecDetail)) &&
  ['aac', 'mp3', 'opus'].includes(audio.codec ?? '')

/** What to ask a browser whether it plays it (RFC 6381); null where that cannot be said. It reads QuickTime as MP4. */
export function contentTypeOf({ format, contentType, video, audio }: Tracks) {
  if (!video.codecDetail || !audio.codecDetail) return null
  const container = format === 'QuickTime File Format' ? 'video/mp4' : contentType
  return `${container}; codecs="${video.codecDetail}, ${audio.codecDetail}"`
}
