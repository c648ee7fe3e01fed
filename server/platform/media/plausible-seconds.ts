/** Bytes that a second of picture and sound takes at the very least: a muted call with a picture that stands still. */
const leastBytesPerSecond = 100
const dayOfSeconds = 24 * 3600

/** How long a recording is, as it states itself; 0 where so few bytes cannot hold that, or nobody talks for so long. */
export const plausibleSeconds = (stated: number, bytes: number) =>
  stated > 0 && stated <= Math.min(dayOfSeconds, bytes / leastBytesPerSecond) ? stated : 0
