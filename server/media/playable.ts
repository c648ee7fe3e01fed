type Track = { codec: string | null; codecDetail: string | null }

/** Containers and what every current browser plays inside them. QuickTime with these codecs is read as MP4. */
const played: Record<string, { video: readonly string[]; audio: readonly string[] }> = {
  MP4: { video: ['avc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  'QuickTime File Format': { video: ['avc'], audio: ['aac', 'mp3'] },
  WebM: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}

/** H.264 in baseline, main, extended and high profile; browsers leave 10-bit and 4:2:2 to the machine. */
const playedProfile = /^avc[13]\.(42|4d|58|64)/i

/** Whether browsers play picture and sound; what only some play (HEVC, Matroska) counts as not played. */
export function isPlayable({
  format,
  video,
  audio,
}: {
  format: string
  video: Track
  audio: Track
}) {
  const known = played[format]
  if (!known || !video.codec || !audio.codec) return false
  if (video.codec === 'avc' && !playedProfile.test(video.codecDetail ?? '')) return false
  return known.video.includes(video.codec) && known.audio.includes(audio.codec)
}
