/** Bytes in a second of the slowest line on which an upload is waited for to its end: half an hour for the largest video. */
const slowest = 256 * 1024

/** How long sending so many bytes may take, and how long the service may be silent meanwhile, as it looks through them. */
export const timeoutsFor = (bytes: number) => ({
  timeoutMs: 120_000 + (bytes / slowest) * 1000,
  idleTimeoutMs: 120_000,
})
