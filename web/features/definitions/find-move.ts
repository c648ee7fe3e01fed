import type { Direction } from '#contract/definitions/definitions.ts'

export type Move = { id: string; direction: Direction; steps: number }

/** The move that leads from one order of the rows to the other; undefined if they are the same. */
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
