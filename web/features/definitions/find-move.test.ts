import { expect, test } from 'vitest'
import { moveItem } from '#web/ui/use-row-drag.ts'
import { findMove } from './find-move.ts'

const rows = ['a', 'b', 'c', 'd', 'e']

test('an unchanged order is not a move', () => expect(findMove(rows, rows)).toBeUndefined())

test('a move of any row to any position is found', () => {
  for (let from = 0; from < rows.length; from++)
    for (let to = 0; to < rows.length; to++) {
      if (from === to) continue
      const after = moveItem(rows, from, to)
      const move = findMove(rows, after)
      expect(move?.steps).toBe(Math.abs(to - from))
      const place = rows.indexOf(move?.id ?? '')
      const by = (move?.steps ?? 0) * (move?.direction === 'up' ? -1 : 1)
      expect(moveItem(rows, place, place + by)).toEqual(after)
    }
})
