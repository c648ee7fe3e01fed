/** How fast an upload goes: smoothed, so that the remaining time does not dance. */
export type TransferRate = {
  /** Null until two readings are there. */
  bytesPerSecond: number | null
  sent: number
  /** Milliseconds, of any clock that does not jump. */
  at: number
}

/** Seconds after which an old speed counts for a third. */
const memorySeconds = 5

/** The rate after one more reading. Readings less than 200 ms apart are put together. */
export function nextRate(rate: TransferRate | null, sent: number, at: number): TransferRate {
  // Less than before: the server had not kept all that was sent. Measured anew from there.
  if (!rate || sent < rate.sent) return { bytesPerSecond: rate?.bytesPerSecond ?? null, sent, at }
  const seconds = (at - rate.at) / 1000
  if (seconds < 0.2) return rate
  const now = (sent - rate.sent) / seconds
  const weight = 1 - Math.exp(-seconds / memorySeconds)
  const before = rate.bytesPerSecond ?? now
  return { bytesPerSecond: before + (now - before) * weight, sent, at }
}

/** Seconds still to go, or null while it is not known. */
export const secondsLeft = (rate: TransferRate | null, total: number) =>
  rate?.bytesPerSecond ? Math.max(0, total - rate.sent) / rate.bytesPerSecond : null

/** In words, coarse enough to be true. */
export function leftInWords(seconds: number | null) {
  if (seconds === null || !Number.isFinite(seconds)) return 'estimating time left'
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${counted(Math.max(1, minutes), 'minute')} left`
  return `about ${counted(Math.round(minutes / 60), 'hour')} left`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
