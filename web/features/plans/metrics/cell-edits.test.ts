import { describe, expect, test } from 'vitest'
import { cellName } from '#contract/plans/plan-values.ts'
import { type Cell, CellEdits, type SavedCell } from './cell-edits.ts'

const at = (weekNumber: number, metricDefinitionId = 'mood'): Cell => ({
  metricDefinitionId,
  weekNumber,
})
/** Edits of a page that shows the values of `server`, initially `known` by week, in version 7. */
function page(known: Record<number, number> = {}) {
  const server = new Map<string, SavedCell>(
    Object.entries(known).map(([week, value]) => [`mood:${week}`, { value, version: 7 }]),
  )
  const edits = new CellEdits(
    (cell) => server.get(cellName(cell)) ?? { value: null, version: 0 },
    (_cell, value) => (value > 100 ? 'Mood must be between 0 and 100.' : undefined),
  )
  const type = (...cells: [week: number, text: string][]) =>
    edits.enter(cells.map(([week, text]) => ({ ...at(week), text })))
  let version = 10
  /** Sends a batch and applies the response. */
  const send = () => {
    const answered = edits
      .nextBatch()
      .map((it) => ({ ...it, version: it.numericValue === null ? 0 : ++version }))
    for (const it of answered)
      server.set(cellName(it), { value: it.numericValue, version: it.version })
    edits.markSaved(answered)
    return Object.fromEntries(answered.map((it) => [it.weekNumber, it.numericValue]))
  }
  return { edits, type, server, send }
}
const lost = { isStale: false, isUnanswered: true, fields: {}, error: 'Could not be saved.' }
/** The response when someone else has changed these weeks. */
const stale = (...weeks: number[]) => ({
  ...{ isStale: true, isUnanswered: false, error: '' },
  fields: Object.fromEntries(weeks.map((week) => [`mood:${week}`, 'Theirs.'])),
})

test('an edit is sent with the version that was read, and the next one with the version that was saved', () => {
  const { edits, type, send } = page({ 1: 50 })
  type([1, '60'])
  expect(edits.nextBatch()).toEqual([{ ...at(1), numericValue: 60, version: 7 }])
  type([1, '61'])
  edits.markSaved([{ ...at(1), version: 8 }])
  expect(edits.at(at(1))).toMatchObject({ text: '61', version: 8, state: 'waiting' })
  expect(send()).toEqual({ 1: 61 })
  expect(edits.at(at(1))).toBeUndefined()
})

test('text typed in an open cell is unsaved while it differs from the value of the cell', () => {
  const { edits } = page({ 1: 50 })
  let notifications = 0
  edits.subscribe(() => notifications++)
  edits.setTyping({ ...at(1), text: '50,0' })
  expect([edits.isUnsaved, notifications]).toEqual([false, 0])
  for (const text of ['5', '51']) edits.setTyping({ ...at(1), text })
  expect([edits.isUnsaved, notifications]).toEqual([true, 1])
  edits.setTyping(undefined)
  expect([edits.isUnsaved, notifications]).toEqual([false, 2])
  expect(edits.nextBatch()).toEqual([])
})

test('text equal to the saved value changes nothing, even after an invalid text', () => {
  const { edits, type, send } = page({ 1: 50 })
  type([1, '50.0'], [2, ''])
  expect(edits.undoCount).toBe(0)
  for (const text of ['400', '50,0']) type([1, text])
  for (const text of ['400', '']) type([2, text])
  expect([edits.at(at(1)), edits.at(at(2)), edits.stuckCount]).toEqual([undefined, undefined, 0])
  expect(send()).toEqual({})
})

test('an invalid value keeps its text, shows an error and is not sent', () => {
  const { edits, type } = page()
  type([1, 'well'], [2, '101'])
  expect(edits.at(at(1))).toMatchObject({ text: 'well', error: 'This is not a number.' })
  expect(edits.at(at(2))).toMatchObject({ text: '101', error: 'Mood must be between 0 and 100.' })
  expect(edits.nextBatch()).toEqual([])
  expect(edits.stuckCount).toBe(2)
})

describe('an edit that could not be saved', () => {
  test('keeps its text until it is retried', () => {
    const { edits, type, send } = page()
    type([1, '60'])
    edits.markFailed(edits.nextBatch(), lost)
    expect(edits.at(at(1))).toMatchObject({ text: '60', state: 'failed', error: lost.error })
    expect(edits.nextBatch()).toEqual([])
    edits.retry(at(1))
    expect(send()).toEqual({ 1: 60 })
    expect(edits.stuckCount).toBe(0)
  })

  test('does not prevent the other cells of its batch from being saved', () => {
    const { edits, type, send } = page()
    type([1, '60'], [2, '70'])
    const refused = { ...lost, isUnanswered: false, fields: { 'mood:1': 'No.' } }
    edits.markFailed(edits.nextBatch(), refused)
    expect(edits.at(at(1))).toMatchObject({ state: 'invalid', error: 'No.' })
    expect(send()).toEqual({ 2: 70 })
  })

  test('because someone else changed the cell can overwrite their value or be discarded', () => {
    const { edits, type, server } = page({ 1: 50, 2: 40 })
    type([1, '60'], [2, '61'])
    const batch = edits.nextBatch()
    server.set('mood:1', { value: 55, version: 8 })
    edits.markFailed(batch, stale(1, 2))
    expect(edits.at(at(1))).toMatchObject({ state: 'stale', text: '60' })
    edits.retry(at(1))
    edits.discard(at(2))
    expect(edits.nextBatch()).toEqual([{ ...at(1), numericValue: 60, version: 8 }])
  })
})

test('an edit whose response was lost counts as saved if the server has its value', () => {
  const { edits, type, server } = page()
  type([1, '62'], [2, '70'])
  const batch = edits.nextBatch()
  edits.markFailed(batch, lost)
  edits.retry(at(1))
  edits.nextBatch()
  server.set('mood:1', { value: 62, version: 8 })
  server.set('mood:2', { value: 71, version: 8 })
  edits.markFailed(batch, stale(1, 2))
  expect(edits.at(at(1))).toBeUndefined()
  expect(edits.at(at(2))).toMatchObject({ state: 'stale', text: '70' })
})

describe('a value that arrived although its response was lost', () => {
  test('is overwritten by the next edit', () => {
    const { edits, type, server, send } = page()
    type([1, '62'])
    edits.markFailed(edits.nextBatch(), lost)
    server.set('mood:1', { value: 62, version: 8 })
    type([1, '63'])
    const batch = edits.nextBatch()
    expect(batch).toEqual([{ ...at(1), numericValue: 63, version: 0 }])
    edits.markFailed(batch, stale(1))
    expect(edits.at(at(1))).toMatchObject({ state: 'waiting', text: '63', version: 8 })
    expect(send()).toEqual({ 1: 63 })
    expect(edits.isUnsaved).toBe(false)
  })

  test('is overwritten by an edit typed while it was being sent, which failed once', () => {
    const { edits, type, server } = page()
    type([1, '62'])
    const first = edits.nextBatch()
    type([1, '63'])
    edits.markFailed(first, lost)
    edits.markFailed(edits.nextBatch(), lost)
    server.set('mood:1', { value: 62, version: 8 })
    edits.retry(at(1))
    edits.markFailed(edits.nextBatch(), stale(1))
    expect(edits.nextBatch()).toEqual([{ ...at(1), numericValue: 63, version: 8 }])
  })

  test('is not confused with a later value of someone else', () => {
    const { edits, type, server } = page()
    type([1, '62'])
    edits.markFailed(edits.nextBatch(), lost)
    server.set('mood:1', { value: 64, version: 9 })
    type([1, '63'])
    edits.markFailed(edits.nextBatch(), stale(1))
    expect(edits.at(at(1))).toMatchObject({ state: 'stale', text: '63' })
  })

  test('is not confused with an equal value of someone else after a stale refusal', () => {
    const { edits, type, server } = page({ 1: 50 })
    type([1, '60'])
    const batch = edits.nextBatch()
    server.set('mood:1', { value: 55, version: 8 })
    edits.markFailed(batch, stale(1))
    server.set('mood:1', { value: 60, version: 9 })
    type([1, '61'])
    edits.markFailed(edits.nextBatch(), stale(1))
    expect(edits.at(at(1))).toMatchObject({ state: 'stale', text: '61' })
  })
})

test('pending edits are restored after a reload, with the version that was read before it', () => {
  const { edits, type } = page({ 1: 50 })
  type([1, '60'], [2, 'x'])
  edits.nextBatch()
  const { edits: later, server } = page()
  server.set('mood:1', { value: 55, version: 8 })
  later.restore(edits.pending)
  expect(later.at(at(2))).toMatchObject({ state: 'invalid', text: 'x' })
  expect(later.nextBatch()).toEqual([{ ...at(1), numericValue: 60, version: 7 }])
})

describe('undo', () => {
  test('undoes each step, including clearing and pasting', () => {
    const { edits, type, send } = page({ 1: 50 })
    type([1, ''])
    send()
    type([2, '60'], [3, '70'])
    send()
    expect(edits.undoCount).toBe(2)
    expect(edits.undo()).toBe(0)
    expect(send()).toEqual({ 2: null, 3: null })
    edits.undo()
    expect(send()).toEqual({ 1: 50 })
    expect([edits.undoCount, edits.undo()]).toEqual([0, undefined])
    expect(send()).toEqual({})
  })

  test.each(['400', '1.2.3'])('of the invalid value %j restores the previous value', (text) => {
    const { edits, type, send } = page({ 1: 40 })
    type([2, '60'])
    send()
    type([1, text])
    expect(edits.undo()).toBe(0)
    expect(edits.at(at(1))).toBeUndefined()
    expect(edits.text(at(2))).toBe('60')
    expect(send()).toEqual({})
  })

  test('skips a cell that someone else has changed since, and returns how many it skipped', () => {
    const { edits, type, server, send } = page()
    type([1, '60'], [2, '70'])
    send()
    server.set('mood:1', { value: 33, version: 99 })
    expect(edits.undo()).toBe(1)
    expect(send()).toEqual({ 2: null })
  })

  test('applies to an edit that is still being sent', () => {
    const { edits, type, send } = page({ 1: 50 })
    type([1, '60'])
    edits.nextBatch()
    edits.undo()
    edits.markSaved([{ ...at(1), version: 8 }])
    expect(edits.at(at(1))).toMatchObject({ text: '50', version: 8 })
    expect(send()).toEqual({ 1: 50 })
  })
})

test('a row without new edits keeps its identity', () => {
  const { edits, type } = page()
  type([1, '60'])
  const row = edits.row('mood')
  edits.enter([{ ...at(1, 'energy'), text: '60' }])
  expect(edits.row('mood')).toBe(row)
})

describe('redo', () => {
  test('redoes each step, which can be undone again', () => {
    const { edits, type, send } = page({ 1: 50 })
    type([1, '60'])
    type([1, ''])
    send()
    expect([edits.undo(), edits.undo()]).toEqual([0, 0])
    expect([edits.undoCount, edits.redoCount]).toEqual([0, 2])
    expect(send()).toEqual({ 1: 50 })
    edits.redo()
    expect(send()).toEqual({ 1: 60 })
    edits.redo()
    expect(send()).toEqual({ 1: null })
    expect([edits.redo(), edits.redoCount]).toEqual([undefined, 0])
    edits.undo()
    expect(send()).toEqual({ 1: 60 })
  })

  test('is no longer possible after another edit', () => {
    const { edits, type, send } = page()
    type([1, '60'])
    send()
    edits.undo()
    send()
    type([2, '70'])
    expect(edits.redoCount).toBe(0)
    edits.redo()
    expect(send()).toEqual({ 2: 70 })
  })

  test('skips a cell that someone else has changed since', () => {
    const { edits, type, server, send } = page()
    type([1, '60'], [2, '70'])
    send()
    edits.undo()
    send()
    server.set('mood:1', { value: 33, version: 40 })
    expect(edits.redo()).toBe(1)
    expect(send()).toEqual({ 2: 70 })
  })
})

test('an edit is unsaved while it is sent or has failed, until it is discarded', () => {
  const { edits, type } = page()
  type([1, '60'])
  expect(edits.isUnsaved).toBe(true)
  const batch = edits.nextBatch()
  expect(edits.isUnsaved).toBe(true)
  edits.markFailed(batch, lost)
  expect([edits.isUnsaved, edits.stuckCount]).toEqual([true, 1])
  edits.discard(at(1))
  expect(edits.isUnsaved).toBe(false)
})
