import { expect, test } from 'vitest'
import { type EditLines, editLines } from './edit-lines.ts'
import { beginHistory, redone, took, undone, wrote } from './line-history.ts'

const state = (text: string) => editLines([{ start: 0, end: 1, speaker: 'A', text }])
const [one, two, three] = [state('one'), state('two'), state('three')]
const all = took(took(beginHistory(one), two), three)

test('each step is undone and done again, in order', () => {
  expect(undone(all).now).toBe(two)
  expect(undone(undone(all)).now).toBe(one)
  expect(redone(undone(undone(all))).now).toBe(two)
  expect(redone(redone(undone(undone(all)))).now).toBe(three)
})

test('what is typed is one step, made anew of what was there before it', () => {
  const typing = Symbol('typing')
  const from: unknown[] = []
  const write = (text: string) => (before: EditLines) => {
    from.push(before)
    return state(text)
  }
  const typed = ['t', 'th', 'then'].reduce(
    (history, text) => wrote(history, write(text), typing),
    beginHistory(one),
  )
  expect(typed.now[0]?.text).toBe('then')
  expect(from).toEqual([one, one, one])
  expect(undone(typed).now).toBe(one)
  const more = wrote(typed, write('more'), Symbol('another line'))
  expect(undone(more).now).toBe(typed.now)
  // After another step the same words are a step of their own.
  expect(undone(wrote(took(typed, two), write('again'), typing)).now).toBe(two)
})

test('what is typed and taken back is no step', () => {
  const typing = Symbol('typing')
  const typed = wrote(all, () => one, typing)
  const back = wrote(typed, (before) => before, typing)
  expect(back.now).toBe(three)
  expect(undone(back).now).toBe(two)
  expect(wrote(all, (before) => before, typing)).toBe(all)
})

test('at the ends nothing more is undone or done again', () => {
  expect(undone(beginHistory(one)).now).toBe(one)
  expect(redone(all).now).toBe(three)
})

test('what is done after an undo takes the place of what was undone', () => {
  const other = took(undone(all), one)
  expect(redone(other).now).toBe(one)
  expect(undone(other).now).toBe(two)
})

test('what changes nothing is no step', () => {
  expect(took(all, three)).toBe(all)
})

test('five hundred steps can be undone', () => {
  const states = Array.from({ length: 600 }, (_, index) => state(`word${index}`))
  let history = states.reduce(took, beginHistory(one))
  for (let steps = 0; steps < 600; steps++) history = undone(history)
  expect(history.now).toBe(states[99])
})
