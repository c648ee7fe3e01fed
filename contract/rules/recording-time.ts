/** Formats of a time in a recording, given in seconds from its start. */

const twoDigits = (value: number) => String(value).padStart(2, '0')

function splitTime(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const
}

/** For players: 1:05, 1:01:05. */
export function formatTime(seconds: number) {
  const [hours, minutes, rest] = splitTime(seconds)
  const ofHour = `${hours > 0 ? twoDigits(minutes) : minutes}:${twoDigits(rest)}`
  return hours > 0 ? `${hours}:${ofHour}` : ofHour
}

/** For documents, all of equal length: 0:01:05. */
export function formatLongTime(seconds: number) {
  const [hours, ...rest] = splitTime(seconds)
  return [hours, ...rest.map(twoDigits)].join(':')
}

/** For the lines of a raw transcript: 00:01:05. */
export const formatRawTime = (seconds: number) => splitTime(seconds).map(twoDigits).join(':')

/** For WebVTT: 00:01:05.250. */
export function formatCueTime(seconds: number) {
  const milliseconds = Math.max(0, Math.round(seconds * 1000))
  return `${formatRawTime(milliseconds / 1000)}.${String(milliseconds % 1000).padStart(3, '0')}`
}
