import { limitConcurrency } from '../jobs/limit-concurrency.ts'

/** Looks at uploads: each may take hundreds of megabytes for a moment. */
export const runLimited = limitConcurrency({
  maxConcurrent: 2,
  maxQueued: 100,
  busyMessage: 'Too many uploads are being looked at.',
})
