import { formatDate, formatTime, startOfLocalDay } from '#web/lib/dates.ts'
import type { KeptRecording, RecorderState } from './recorder-state.ts'

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** '45 seconds', '32 minutes', '1 hour 5 minutes' of milliseconds. */
export function formatLength(ms: number) {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return count(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return count(minutes, 'minute')
  const rest = minutes % 60
  return [count(Math.floor(minutes / 60), 'hour'), ...(rest ? [count(rest, 'minute')] : [])].join(
    ' ',
  )
}

/** '10:42 AM' today, with the date on other days. */
export const formatMoment = (at: Date, now: Date) =>
  startOfLocalDay(at).getTime() === startOfLocalDay(now).getTime()
    ? formatTime(at)
    : `${formatDate(at)}, ${formatTime(at)}`

/** 'A recording of 32 minutes, until 10:42 AM' */
export const describeKept = (
  { durationMs, endedAt }: Pick<KeptRecording, 'durationMs' | 'endedAt'>,
  now: Date,
) => `A recording of ${formatLength(durationMs)}, until ${formatMoment(endedAt, now)}`

/** For screen readers: what changes rarely. */
export const phaseWords: Record<RecorderState['phase'], string> = {
  ...{ idle: '', starting: 'Starting the recording', recording: 'Recording' },
  ...{ paused: 'Recording paused', stopping: 'Saving the recording' },
}
