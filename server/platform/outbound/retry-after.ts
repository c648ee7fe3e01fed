/** One day, as longer values are implausible. */
const maxWaitMs = 24 * 3600 * 1000

type Headers = Record<string, string | string[] | undefined>

/** From `retry-after-ms`, or `retry-after` in seconds or as a date; undefined without either. */
export function retryAfterMs(headers: Headers, now = Date.now()) {
  const exact = numberIn(headers['retry-after-ms'])
  if (exact !== undefined) return Math.min(maxWaitMs, exact)
  const seconds = numberIn(headers['retry-after'])
  if (seconds !== undefined) return Math.min(maxWaitMs, seconds * 1000)
  const date = Date.parse(String(headers['retry-after']))
  return Number.isNaN(date) ? undefined : Math.min(maxWaitMs, Math.max(0, date - now))
}

function numberIn(header: Headers[string]) {
  const value = typeof header === 'string' && header.trim() !== '' ? Number(header) : Number.NaN
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** 0.5 s before the second attempt, doubled for each later one, with jitter. */
export const backoffMs = (attempts: number) =>
  Math.min(8_000, 500 * 2 ** (attempts - 1)) * (0.5 + Math.random())
