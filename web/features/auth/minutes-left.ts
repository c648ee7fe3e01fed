/** Whole minutes until then, rounded up: the last minute counts to its end. Never below 0. */
export const minutesLeft = (end: string, now: number) =>
  Math.max(0, Math.ceil((Date.parse(end) - now) / 60_000))

/** 'ends by itself in 42 minutes' */
export const formatMinutesLeft = (minutes: number) =>
  minutes > 1
    ? `ends by itself in ${minutes} minutes`
    : minutes === 1
      ? 'ends by itself in less than a minute'
      : 'is ending'
