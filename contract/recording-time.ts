/** Moments of a recording, in seconds from its start, as they are written in each place. */

const twoDigits = (value: number) => String(value).padStart(2, '0')

function partsOf(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const
}

/** As a player writes them: 1:05, 1:01:05. */
export function clock(seconds: number) {
  const [hours, minutes, rest] = partsOf(seconds)
  const ofHour = `${hours > 0 ? twoDigits(minutes) : minutes}:${twoDigits(rest)}`
  return hours > 0 ? `${hours}:${ofHour}` : ofHour
}

/** As documents write them, all equally long: 0:01:05. */
export function longClock(seconds: number) {
  const [hours, ...rest] = partsOf(seconds)
  return [hours, ...rest.map(twoDigits)].join(':')
}

/** As the lines of a raw transcript begin: 00:01:05. */
export const rawClock = (seconds: number) => partsOf(seconds).map(twoDigits).join(':')

/** As subtitles (WebVTT) write them: 00:01:05.250. */
export function cueClock(seconds: number) {
  const milliseconds = Math.max(0, Math.round(seconds * 1000))
  return `${rawClock(milliseconds / 1000)}.${String(milliseconds % 1000).padStart(3, '0')}`
}
