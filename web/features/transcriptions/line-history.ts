import type { EditLines } from './edit-lines.ts'

/** Steps that can be undone. Lines that did not change are the same in all of them. */
const mostSteps = 500

export type History = {
  past: readonly EditLines[]
  now: EditLines
  future: readonly EditLines[]
}

export const beginHistory = (now: EditLines): History => ({ past: [], now, future: [] })

/** What changes nothing is no step. */
export const took = (history: History, next: EditLines): History =>
  next === history.now
    ? history
    : { past: [...history.past, history.now].slice(-mostSteps), now: next, future: [] }

export function undone({ past, now, future }: History): History {
  const before = past.at(-1)
  return before
    ? { past: past.slice(0, -1), now: before, future: [now, ...future] }
    : { past, now, future }
}

export function redone({ past, now, future }: History): History {
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest } : { past, now, future }
}
