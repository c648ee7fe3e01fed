import type { Direction } from '#contract/definitions.ts'

export type Move = { id: string; direction: Direction; steps: number }

/** Which one was moved between two orders of the same rows, and how far; undefined where none was. */
export function findMove(before: readonly string[], after: readonly string[]): Move | undefined {
  const first = before.findIndex((id, place) => id !== after[place])
  const last = before.findLastIndex((id, place) => id !== after[place])
  const [up = '', down = ''] = [before[last], before[first]]
  if (first === -1) return undefined
  const steps = last - first
  return after[last] === down
    ? { id: down, direction: 'down', steps }
    : { id: up, direction: 'up', steps }
}
