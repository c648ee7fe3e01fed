import { expect, test } from 'vitest'
import { answerSaver } from './answer-saver.ts'

const away = new Error('away')
const refusal = new Error('refused')
/** A server that answers as told, one call after the other, and then says yes. */
function keeperOf(...replies: (Error | undefined)[]) {
  const sent: [string, number | null][] = []
  const keeper = answerSaver({
    send: async ({ item, value }) => {
      sent.push([item, value])
      const reply = replies.shift()
      if (reply) throw reply
    },
    mayPass: (error) => error === away,
    wait: () => Promise.resolve(),
  })
  return { keeper, sent }
}

test('an answer is shown at once, and gone from what is unsaved when the server has it', async () => {
  const { keeper, sent } = keeperOf()
  keeper.keep('1', 3)
  expect(keeper.now()).toEqual({ unsaved: { 1: 3 }, isLost: false })
  await keeper.settled()
  expect(keeper.now()).toEqual({ unsaved: {}, isLost: false })
  expect(sent).toEqual([['1', 3]])
})

test('answers go one after the other; of one question the last one counts', async () => {
  const { keeper, sent } = keeperOf()
  keeper.keep('1', 3)
  keeper.keep('2', null)
  keeper.keep('1', 0)
  await keeper.settled()
  expect(sent.findLast(([item]) => item === '1')).toEqual(['1', 0])
  expect(sent.at(-1)).toEqual(['2', null])
  expect(keeper.now().unsaved).toEqual({})
})

test('what does not get through is tried again until it does, and what came meanwhile too', async () => {
  const { keeper, sent } = keeperOf(away, away)
  const lost: boolean[] = []
  keeper.listen(() => lost.push(keeper.now().isLost))
  keeper.keep('1', 3)
  keeper.keep('2', 1)
  await keeper.settled()
  expect(sent).toEqual([
    ['1', 3],
    ['1', 3],
    ['1', 3],
    ['2', 1],
  ])
  expect(lost).toContain(true)
  expect(keeper.now()).toEqual({ unsaved: {}, isLost: false })
})

test('answers of before the login ended go first of all', async () => {
  const sent: [string, number | null][] = []
  const keeper = answerSaver(
    {
      send: async ({ item, value }) => void sent.push([item, value]),
      mayPass: () => false,
      wait: () => Promise.resolve(),
    },
    { 1: 3, 2: null },
  )
  expect(keeper.now()).toEqual({ unsaved: { 1: 3, 2: null }, isLost: false })
  keeper.goOn()
  await keeper.settled()
  expect(sent).toEqual([
    ['1', 3],
    ['2', null],
  ])
  expect(keeper.now().unsaved).toEqual({})
})

test('what the server refuses is given up', async () => {
  const { keeper, sent } = keeperOf(refusal)
  keeper.keep('1', 3)
  keeper.keep('2', 1)
  await keeper.settled()
  expect(sent).toEqual([['1', 3]])
  expect(keeper.now()).toEqual({ unsaved: {}, isLost: false })
  keeper.keep('1', 2)
  await keeper.settled()
  expect(sent.at(-1)).toEqual(['1', 2])
})
