/** How fast something progresses, smoothed so that the remaining time stays steady. */
export type ProgressRate = {
  /** Null until the second reading. */
  perSecond: number | null
  amount: number
  /** Milliseconds of a monotonic clock. */
  at: number
}

/** Seconds after which an old rate counts for a third. */
const memory = 10
/** Seconds below which readings are merged. */
const minInterval = 0.2

/** The rate after one more reading. */
export function updateRate(rate: ProgressRate | null, amount: number, at: number): ProgressRate {
  // Progress that went back is measured from there.
  if (!rate || amount < rate.amount) return { perSecond: rate?.perSecond ?? null, amount, at }
  const seconds = (at - rate.at) / 1000
  if (seconds < minInterval) return rate
  const now = (amount - rate.amount) / seconds
  const before = rate.perSecond ?? now
  return { perSecond: before + (now - before) * (1 - Math.exp(-seconds / memory)), amount, at }
}

/** Null while the rate is unknown. */
export const secondsLeft = (rate: ProgressRate | null, total: number) =>
  rate?.perSecond ? Math.max(0, total - rate.amount) / rate.perSecond : null

export function formatTimeLeft(seconds: number | null) {
  if (seconds === null || !Number.isFinite(seconds)) return 'estimating time left'
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${counted(Math.max(1, minutes), 'minute')} left`
  return `about ${counted(Math.round(minutes / 60), 'hour')} left`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
