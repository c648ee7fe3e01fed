import { limitConcurrency } from '../jobs/limit-concurrency.ts'

/** For programs that read uploads: each may use hundreds of megabytes. */
export const runLimited = limitConcurrency({
  maxConcurrent: 2,
  maxQueued: 100,
  busyMessage: 'Too many uploads are being inspected.',
})
