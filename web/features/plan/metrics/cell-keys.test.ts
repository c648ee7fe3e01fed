import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deedOf, type Field, pastedCells } from './cell-keys.ts'

/** Of three rows the middle one is not noted by hand. */
const field: Field = { rows: 3, first: 2, last: 5, canWrite: (row) => row !== 1 }
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const at = { row: 0, week: 4 }
const press = (key: string, mode: 'walk' | 'within' | 'over' = 'walk', more = {}, from = at) =>
  deedOf({ ...plain, key, ...more }, from, mode, field)

test('arrows, Home and End walk, and stop at the edges', () => {
  expect(press('ArrowRight')).toEqual({ do: 'move', to: { row: 0, week: 5 } })
  expect(press('ArrowUp')).toEqual({ do: 'move', to: at })
  expect(press('Home')).toEqual({ do: 'move', to: { row: 0, week: 2 } })
  expect(press('End', 'walk', { ctrlKey: true })).toEqual({ do: 'move', to: { row: 2, week: 5 } })
})

test('typing a figure writes over a cell, Enter and F2 go into it, Delete clears it', () => {
  expect(press('7')).toEqual({ do: 'edit', text: '7' })
  for (const key of ['Enter', 'F2']) expect(press(key)).toEqual({ do: 'edit' })
  for (const key of ['Delete', 'Backspace']) expect(press(key)).toEqual({ do: 'clear' })
  expect(press('a')).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
})

test('a cell that is not noted by hand tells of itself, and takes nothing', () => {
  const from = { row: 1, week: 3 }
  for (const key of ['Enter', 'F2', ' '])
    expect(press(key, 'walk', {}, from)).toEqual({ do: 'tell' })
  for (const key of ['7', 'Delete']) expect(press(key, 'walk', {}, from)).toBeUndefined()
})

test('Enter goes on to the next row that can be written, Tab to the next week, Escape back', () => {
  expect(press('Enter', 'over')).toEqual({ do: 'commit', to: { row: 2, week: 4 } })
  expect(press('Enter', 'over', { shiftKey: true })).toEqual({ do: 'commit', to: at })
  expect(press('Tab', 'within')).toEqual({ do: 'commit', to: { row: 0, week: 5 } })
  expect(press('Tab', 'over', { shiftKey: true })).toEqual({
    do: 'commit',
    to: { row: 0, week: 3 },
  })
  expect(press('Escape', 'over')).toEqual({ do: 'cancel' })
})

test('sideways arrows end what was typed anew, and move within what is edited', () => {
  expect(press('ArrowLeft', 'over')).toEqual({ do: 'commit', to: { row: 0, week: 3 } })
  expect(press('ArrowLeft', 'within')).toBeUndefined()
  expect(press('ArrowDown', 'within')).toEqual({ do: 'commit', to: { row: 1, week: 4 } })
})

test('undo is Ctrl+Z between cells, and belongs to the text while one edits', () => {
  expect(press('z', 'walk', { ctrlKey: true })).toEqual({ do: 'undo' })
  expect(press('z', 'walk', { metaKey: true })).toEqual({ do: 'undo' })
  expect(press('z', 'within', { ctrlKey: true })).toBeUndefined()
})

test('redo is Ctrl+Y or Ctrl+Shift+Z between cells', () => {
  expect(press('y', 'walk', { ctrlKey: true })).toEqual({ do: 'redo' })
  expect(press('Z', 'walk', { ctrlKey: true, shiftKey: true })).toEqual({ do: 'redo' })
  expect(press('z', 'walk', { metaKey: true, shiftKey: true })).toEqual({ do: 'redo' })
  for (const [key, shiftKey] of [
    ['y', false],
    ['Z', true],
  ] as const)
    expect(press(key, 'within', { ctrlKey: true, shiftKey })).toBeUndefined()
})

test('no key leads out of the grid', () => {
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
          const deed = deedOf({ ...plain, ...more }, place, 'over', field)
          if (deed?.do === 'commit') place = deed.to
          const step = deedOf({ ...plain, ...more }, place, 'walk', field)
          if (step?.do === 'move') place = step.to
          expect(place.row >= 0 && place.row < field.rows).toBe(true)
          expect(place.week >= field.first && place.week <= field.last).toBe(true)
        }
      },
    ),
  )
})

test('a column of a sheet goes down, a row to the right', () => {
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
