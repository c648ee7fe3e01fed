import type { EditLines } from './edit-lines.ts'

/** Steps that can be undone. Lines that did not change are the same in all of them. */
const mostSteps = 500

export type History = {
  past: readonly EditLines[]
  now: EditLines
  future: readonly EditLines[]
  /** The step that still goes on, as that of somebody who types. */
  open?: symbol | undefined
}

export const beginHistory = (now: EditLines): History => ({ past: [], now, future: [] })

/** What changes nothing is no step. */
export const took = (history: History, next: EditLines): History =>
  next === history.now
    ? history
    : { past: [...history.past, history.now].slice(-mostSteps), now: next, future: [] }

/**
 * A step that goes on: each change is made anew of what was there before its first one, and takes the place of the change
 * before it. One that leaves everything as it was takes the step back.
 */
export function wrote(
  history: History,
  change: (lines: EditLines) => EditLines,
  step: symbol,
): History {
  const { past, now, open } = history
  if (open !== step) {
    const next = took(history, change(now))
    return next === history ? history : { ...next, open: step }
  }
  const before = past.at(-1) ?? now
  const next = change(before)
  return next === before
    ? { past: past.slice(0, -1), now: before, future: [] }
    : { past, now: next, future: [], open }
}

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
