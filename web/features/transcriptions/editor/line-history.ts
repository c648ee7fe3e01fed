import type { EditLines } from './edit-lines.ts'

/** Unchanged lines are shared between steps. */
const maxSteps = 500

export type History = {
  past: readonly EditLines[]
  now: EditLines
  future: readonly EditLines[]
  /** The step that later changes still amend, such as typing in one line. */
  open?: symbol | undefined
}

export const createHistory = (now: EditLines): History => ({ past: [], now, future: [] })

/** Adds no step if nothing changed. */
export const addStep = (history: History, next: EditLines): History =>
  next === history.now
    ? history
    : { past: [...history.past, history.now].slice(-maxSteps), now: next, future: [] }

/**
 * Replaces the open step: `change` is applied to the lines before its first change. If that changes nothing, the step is
 * removed.
 */
export function amendStep(
  history: History,
  change: (lines: EditLines) => EditLines,
  step: symbol,
): History {
  const { past, now, open } = history
  if (open !== step) {
    const next = addStep(history, change(now))
    return next === history ? history : { ...next, open: step }
  }
  const before = past.at(-1) ?? now
  const next = change(before)
  return next === before
    ? { past: past.slice(0, -1), now: before, future: [] }
    : { past, now: next, future: [], open }
}

export function undoStep({ past, now, future }: History): History {
  const before = past.at(-1)
  return before
    ? { past: past.slice(0, -1), now: before, future: [now, ...future] }
    : { past, now, future }
}

export function redoStep({ past, now, future }: History): History {
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest } : { past, now, future }
}
