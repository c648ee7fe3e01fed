/** How fast something goes on, in its own unit: smoothed, so that the remaining time does not dance. */
export type ProgressRate = {
  /** Null until two readings are there. */
  perSecond: number | null
  amount: number
  /** Milliseconds, of any clock that does not jump. */
  at: number
}

type Smoothing = {
  /** Seconds after which an old speed counts for a third. */
  memory: number
  /** Readings that are fewer seconds apart are put together. */
  apart: number
}
/** Bytes flow: a second tells much. */
export const transferSmoothing: Smoothing = { memory: 5, apart: 0.2 }
/** Speech is recognised in stretches of up to twenty seconds, so progress comes in steps. */
export const transcriptionSmoothing: Smoothing = { memory: 20, apart: 3 }

/** The pace after one more reading. */
export function updateRate(
  pace: ProgressRate | null,
  amount: number,
  at: number,
  { memory, apart }: Smoothing,
): ProgressRate {
  // Less than before: something was not kept, or it began anew. Measured from there.
  if (!pace || amount < pace.amount) return { perSecond: pace?.perSecond ?? null, amount, at }
  const seconds = (at - pace.at) / 1000
  if (seconds < apart) return pace
  const now = (amount - pace.amount) / seconds
  const before = pace.perSecond ?? now
  return { perSecond: before + (now - before) * (1 - Math.exp(-seconds / memory)), amount, at }
}

/** Seconds still to go, or null while it is not known. */
export const secondsLeft = (pace: ProgressRate | null, total: number) =>
  pace?.perSecond ? Math.max(0, total - pace.amount) / pace.perSecond : null

/** In words, coarse enough to be true. */
export function formatTimeLeft(seconds: number | null) {
  if (seconds === null || !Number.isFinite(seconds)) return 'estimating time left'
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${counted(Math.max(1, minutes), 'minute')} left`
  return `about ${counted(Math.round(minutes / 60), 'hour')} left`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
