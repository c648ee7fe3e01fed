import { expect, test } from 'vitest'
import { type EditLines, editLines } from './edit-lines.ts'
import { createHistory, redoStep, addStep, undoStep, amendStep } from './line-history.ts'

const state = (text: string) => editLines([{ start: 0, end: 1, speaker: 'A', text }])
const [one, two, three] = [state('one'), state('two'), state('three')]
const all = addStep(addStep(createHistory(one), two), three)

test('steps are undone and redone in order', () => {
  expect(undoStep(all).now).toBe(two)
  expect(undoStep(undoStep(all)).now).toBe(one)
  expect(redoStep(undoStep(undoStep(all))).now).toBe(two)
  expect(redoStep(redoStep(undoStep(undoStep(all)))).now).toBe(three)
})

test('typing is a single step, applied to the lines before it', () => {
  const typing = Symbol('typing')
  const from: unknown[] = []
  const write = (text: string) => (before: EditLines) => {
    from.push(before)
    return state(text)
  }
  const typed = ['t', 'th', 'then'].reduce(
    (history, text) => amendStep(history, write(text), typing),
    createHistory(one),
  )
  expect(typed.now[0]?.text).toBe('then')
  expect(from).toEqual([one, one, one])
  expect(undoStep(typed).now).toBe(one)
  const more = amendStep(typed, write('more'), Symbol('another line'))
  expect(undoStep(more).now).toBe(typed.now)
  // After another step, typing starts a new step.
  expect(undoStep(amendStep(addStep(typed, two), write('again'), typing)).now).toBe(two)
})

test('typing that is reverted is not a step', () => {
  const typing = Symbol('typing')
  const typed = amendStep(all, () => one, typing)
  const back = amendStep(typed, (before) => before, typing)
  expect(back.now).toBe(three)
  expect(undoStep(back).now).toBe(two)
  expect(amendStep(all, (before) => before, typing)).toBe(all)
})

test('undo and redo do nothing at the ends of the history', () => {
  expect(undoStep(createHistory(one)).now).toBe(one)
  expect(redoStep(all).now).toBe(three)
})

test('a step after an undo replaces the undone steps', () => {
  const other = addStep(undoStep(all), one)
  expect(redoStep(other).now).toBe(one)
  expect(undoStep(other).now).toBe(two)
})

test('an edit without effect is not a step', () => {
  expect(addStep(all, three)).toBe(all)
})

test('500 steps can be undone', () => {
  const states = Array.from({ length: 600 }, (_, index) => state(`word${index}`))
  let history = states.reduce(addStep, createHistory(one))
  for (let steps = 0; steps < 600; steps++) history = undoStep(history)
  expect(history.now).toBe(states[99])
})
