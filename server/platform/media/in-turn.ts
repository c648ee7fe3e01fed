import { turns } from '../jobs/turns.ts'

/** Looks at uploads: each may take hundreds of megabytes for a moment. */
export const inTurn = turns({
  atOnce: 2,
  mostWaiting: 100,
  busy: 'Too many uploads are being looked at.',
})
