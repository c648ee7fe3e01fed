import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getGridAction, type GridBounds, pastedCells } from './grid-keys.ts'

/** Three rows, of which the middle one is read-only. */
const bounds: GridBounds = { rowCount: 3, firstWeek: 2, lastWeek: 5, canWrite: (row) => row !== 1 }
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const at = { row: 0, week: 4 }
const press = (
  key: string,
  mode: 'navigate' | 'edit' | 'overwrite' = 'navigate',
  more = {},
  from = at,
) => getGridAction({ ...plain, key, ...more }, from, mode, bounds)

test('arrows, Home and End move within the grid and stop at its edges', () => {
  expect(press('ArrowRight')).toEqual({ type: 'move', to: { row: 0, week: 5 } })
  expect(press('ArrowUp')).toEqual({ type: 'move', to: at })
  expect(press('Home')).toEqual({ type: 'move', to: { row: 0, week: 2 } })
  expect(press('End', 'navigate', { ctrlKey: true })).toEqual({
    type: 'move',
    to: { row: 2, week: 5 },
  })
})

test('typing a digit overwrites a cell, Enter and F2 edit it, Delete and Backspace clear it', () => {
  expect(press('7')).toEqual({ type: 'edit', text: '7' })
  for (const key of ['Enter', 'F2']) expect(press(key)).toEqual({ type: 'edit' })
  for (const key of ['Delete', 'Backspace']) expect(press(key)).toEqual({ type: 'clear' })
  expect(press('a')).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
})

test('Enter, F2 and Space show the history of a read-only cell, typing and Delete do nothing', () => {
  const from = { row: 1, week: 3 }
  for (const key of ['Enter', 'F2', ' '])
    expect(press(key, 'navigate', {}, from)).toEqual({ type: 'history' })
  for (const key of ['7', 'Delete']) expect(press(key, 'navigate', {}, from)).toBeUndefined()
})

test('Enter commits and moves to the next editable row, Tab to the next week, Escape cancels', () => {
  expect(press('Enter', 'overwrite')).toEqual({ type: 'commit', to: { row: 2, week: 4 } })
  expect(press('Enter', 'overwrite', { shiftKey: true })).toEqual({ type: 'commit', to: at })
  expect(press('Tab', 'edit')).toEqual({ type: 'commit', to: { row: 0, week: 5 } })
  expect(press('Tab', 'overwrite', { shiftKey: true })).toEqual({
    type: 'commit',
    to: { row: 0, week: 3 },
  })
  expect(press('Escape', 'overwrite')).toEqual({ type: 'cancel' })
})

test('left and right arrows commit when overwriting, and move the cursor when editing', () => {
  expect(press('ArrowLeft', 'overwrite')).toEqual({ type: 'commit', to: { row: 0, week: 3 } })
  expect(press('ArrowLeft', 'edit')).toBeUndefined()
  expect(press('ArrowDown', 'edit')).toEqual({ type: 'commit', to: { row: 1, week: 4 } })
})

test('Ctrl+Z undoes in the grid, and is left to the text field while editing', () => {
  expect(press('z', 'navigate', { ctrlKey: true })).toEqual({ type: 'undo' })
  expect(press('z', 'navigate', { metaKey: true })).toEqual({ type: 'undo' })
  expect(press('z', 'edit', { ctrlKey: true })).toBeUndefined()
})

test('Ctrl+Y and Ctrl+Shift+Z redo in the grid, and are left to the text field while editing', () => {
  expect(press('y', 'navigate', { ctrlKey: true })).toEqual({ type: 'redo' })
  expect(press('Z', 'navigate', { ctrlKey: true, shiftKey: true })).toEqual({ type: 'redo' })
  expect(press('z', 'navigate', { metaKey: true, shiftKey: true })).toEqual({ type: 'redo' })
  for (const [key, shiftKey] of [
    ['y', false],
    ['Z', true],
  ] as const)
    expect(press(key, 'edit', { ctrlKey: true, shiftKey })).toBeUndefined()
})

test('no sequence of keys leaves the grid', () => {
  const keys = fc.constantFrom(
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'Enter',
    'Tab',
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: keys, ctrlKey: fc.boolean(), shiftKey: fc.boolean() })),
      (all) => {
        let place = at
        for (const more of all) {
          const action = getGridAction({ ...plain, ...more }, place, 'overwrite', bounds)
          if (action?.type === 'commit') place = action.to
          const step = getGridAction({ ...plain, ...more }, place, 'navigate', bounds)
          if (step?.type === 'move') place = step.to
          expect(place.row >= 0 && place.row < bounds.rowCount).toBe(true)
          expect(place.week >= bounds.firstWeek && place.week <= bounds.lastWeek).toBe(true)
        }
      },
    ),
  )
})

test('a column pasted from a spreadsheet fills downwards, a row to the right', () => {
  expect(pastedCells('60\r\n 61,5 \r\n', at)).toEqual([
    { row: 0, week: 4, text: '60' },
    { row: 1, week: 4, text: '61,5' },
  ])
  expect(pastedCells('1\t\t2', at).map((it) => [it.week, it.text])).toEqual([
    [4, '1'],
    [5, ''],
    [6, '2'],
  ])
})
