import type { Track } from './tracks.ts'

/** Containers with the codecs that every current browser plays in them. QuickTime with these codecs plays as MP4. */
const playable: Record<string, { video: readonly string[]; audio: readonly string[] }> = {
  MP4: { video: ['avc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  'QuickTime File Format': { video: ['avc'], audio: ['aac', 'mp3'] },
  WebM: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}

/** H.264 baseline, main, extended and high profile; not all browsers decode 10-bit and 4:2:2. */
const playableProfile = /^avc[13]\.(42|4d|58|64)/i

type Tracks = { format: string; contentType: string; video: Track; audio: Track }

/** Whether all browsers play video and audio. HEVC and Matroska depend on the browser (see `getContentType`). */
export function isPlayable({ format, video, audio }: Omit<Tracks, 'contentType'>) {
  const known = playable[format]
  if (!known || !video.codec || !audio.codec) return false
  if (video.codec === 'avc' && !playableProfile.test(video.codecDetail ?? '')) return false
  return known.video.includes(video.codec) && known.audio.includes(audio.codec)
}

/** H.264 with common audio codecs, as named by either container reader; the FFmpeg one reports no profile. */
export const isPlayableInMp4 = ({ video, audio }: Pick<Tracks, 'video' | 'audio'>) =>
  ['avc', 'h264'].includes(video.codec ?? '') &&
  (video.codecDetail === null || playableProfile.test(video.codecDetail)) &&
  ['aac', 'mp3', 'opus'].includes(audio.codec ?? '')

/** Media type with codecs for `canPlayType` (RFC 6381); null if a codec is unknown. Browsers play QuickTime as MP4. */
export function getContentType({ format, contentType, video, audio }: Tracks) {
  if (!video.codecDetail || !audio.codecDetail) return null
  const container = format === 'QuickTime File Format' ? 'video/mp4' : contentType
  return `${container}; codecs="${video.codecDetail}, ${audio.codecDetail}"`
}
