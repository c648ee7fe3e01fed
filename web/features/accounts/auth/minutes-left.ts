/** Whole minutes until `end`, rounded up, never below 0. */
export const minutesLeft = (end: string, now: number) =>
  Math.max(0, Math.ceil((Date.parse(end) - now) / 60_000))

export const formatMinutesLeft = (minutes: number) =>
  minutes > 1
    ? `Ends in ${minutes} minutes.`
    : minutes === 1
      ? 'Ends in less than a minute.'
      : 'Ending...'
