/** Milliseconds; the longest wait that is believed: a day. */
const longest = 24 * 3600 * 1000

type Headers = Record<string, string | string[] | undefined>

/** How long a service wants to be left alone: `retry-after-ms`, or `retry-after` in seconds or as a date. Undefined where it does not say. */
export function retryAfterMs(headers: Headers, now = Date.now()) {
  const exact = numberIn(headers['retry-after-ms'])
  if (exact !== undefined) return Math.min(longest, exact)
  const seconds = numberIn(headers['retry-after'])
  if (seconds !== undefined) return Math.min(longest, seconds * 1000)
  const date = Date.parse(String(headers['retry-after']))
  return Number.isNaN(date) ? undefined : Math.min(longest, Math.max(0, date - now))
}

function numberIn(header: Headers[string]) {
  const value = typeof header === 'string' && header.trim() !== '' ? Number(header) : Number.NaN
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Before the second and each later try: 0.5 s, doubled each time, spread so that not all come back at once. */
export const backoffMs = (tried: number) =>
  Math.min(8_000, 500 * 2 ** (tried - 1)) * (0.5 + Math.random())
