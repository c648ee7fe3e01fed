import { expect, test } from 'vitest'
import { answerSaver } from './answer-saver.ts'

const away = new Error('away')
const refusal = new Error('refused')
/** A saver whose requests get these replies in turn, and then succeed. */
function createSaver(...replies: (Error | undefined)[]) {
  const sent: [string, number | null][] = []
  const saver = answerSaver({
    send: async ({ item, value }) => {
      sent.push([item, value])
      const reply = replies.shift()
      if (reply) throw reply
    },
    mayPass: (error) => error === away,
    wait: () => Promise.resolve(),
  })
  return { saver, sent }
}

test('an answer is unsaved until the server has it', async () => {
  const { saver, sent } = createSaver()
  saver.keep('1', 3)
  expect(saver.now()).toEqual({ unsaved: { 1: 3 }, isLost: false })
  await saver.settled()
  expect(saver.now()).toEqual({ unsaved: {}, isLost: false })
  expect(sent).toEqual([['1', 3]])
})

test('the last answer to a question counts', async () => {
  const { saver, sent } = createSaver()
  saver.keep('1', 3)
  saver.keep('2', null)
  saver.keep('1', 0)
  await saver.settled()
  expect(sent.findLast(([item]) => item === '1')).toEqual(['1', 0])
  expect(sent.at(-1)).toEqual(['2', null])
  expect(saver.now().unsaved).toEqual({})
})

test('an answer that cannot be sent is retried, and later answers follow it', async () => {
  const { saver, sent } = createSaver(away, away)
  const lost: boolean[] = []
  saver.listen(() => lost.push(saver.now().isLost))
  saver.keep('1', 3)
  saver.keep('2', 1)
  await saver.settled()
  expect(sent).toEqual([
    ['1', 3],
    ['1', 3],
    ['1', 3],
    ['2', 1],
  ])
  expect(lost).toContain(true)
  expect(saver.now()).toEqual({ unsaved: {}, isLost: false })
})

test('answers from before the login ended are sent in order', async () => {
  const sent: [string, number | null][] = []
  const saver = answerSaver(
    {
      send: async ({ item, value }) => void sent.push([item, value]),
      mayPass: () => false,
      wait: () => Promise.resolve(),
    },
    { 1: 3, 2: null },
  )
  expect(saver.now()).toEqual({ unsaved: { 1: 3, 2: null }, isLost: false })
  saver.goOn()
  await saver.settled()
  expect(sent).toEqual([
    ['1', 3],
    ['2', null],
  ])
  expect(saver.now().unsaved).toEqual({})
})

test('answers are dropped after the server refuses one', async () => {
  const { saver, sent } = createSaver(refusal)
  saver.keep('1', 3)
  saver.keep('2', 1)
  await saver.settled()
  expect(sent).toEqual([['1', 3]])
  expect(saver.now()).toEqual({ unsaved: {}, isLost: false })
  saver.keep('1', 2)
  await saver.settled()
  expect(sent.at(-1)).toEqual(['1', 2])
})
