import { describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import {
  type Execution,
  type listModelPrices,
  maxModelPrices,
} from '#contract/executions/executions.ts'
import { auditEntries, makeRow } from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails } = await testApp()
const system = await signIn(emails.system)
const url = '/api/admin/model-prices'

type Table = Reply<typeof listModelPrices>
const small = { model: 'small', inputPrice: 0.25, outputPrice: 2, currency: 'USD' }
const large = { model: 'large', inputPrice: 3, outputPrice: 15.5, currency: 'EUR' }
const save = (body: object, cookie = system) => call({ method: 'PUT', url, payload: body }, cookie)
const table = async () => (await call({ url }, system)).json<Table>()

test('the table is empty by default, and saved as a whole', async () => {
  const before = await table()
  expect(before.prices).toEqual([])
  const saved = await save({ prices: [small, large], version: before.version })
  expect(saved.json()).toEqual({ prices: [large, small], version: before.version + 1 })
  await save({ prices: [small] })
  expect((await table()).prices).toEqual([small])
  const entries = await auditEntries(db, { action: 'model-prices-changed' }, ['action', 'details'])
  expect(entries.map(({ details }) => details)).toEqual([{ models: 2 }, { models: 1 }])
})

test('rejects the second of two concurrent changes', async () => {
  const { version } = await table()
  const answers = await Promise.all([
    save({ prices: [small], version }),
    save({ prices: [large], version }),
  ])
  expect(listStatusCodes(answers)).toEqual([200, 409])
  const kept = answers.find(({ statusCode }) => statusCode === 200)?.json<Table>()
  expect(await table()).toEqual(kept)
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'stale',
  })
})

test('can be saved again after a lost response', async () => {
  const { version } = await table()
  const first = await save({ prices: [small, large], version })
  const again = await save({ prices: [large, small], version })
  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  const other = await save({ prices: [{ ...small, inputPrice: 0.3 }, large], version })
  expect(other.json()).toMatchObject({ code: 'stale' })
})

test.each([
  [{ ...small, model: ' ' }, 'Model is required'],
  [{ ...small, inputPrice: -1 }, 'Enter 0 or more'],
  [{ ...small, outputPrice: -0.01 }, 'Enter 0 or more'],
  [{ ...small, currency: 'usd' }, 'Enter three capital letters, such as USD'],
])('a price of %j is rejected with a sentence', async (price, sentence) => {
  const before = await table()
  const answer = await save({ prices: [price] })
  expect(answer.statusCode).toBe(400)
  expect(Object.values(answer.json<{ fields: object }>().fields)).toContain(sentence)
  expect(await table()).toEqual(before)
})

test('models are unique and limited in number', async () => {
  const twice = await save({ prices: [small, { ...large, model: 'small' }] })
  expect(twice.statusCode).toBe(400)
  expect(twice.body).toContain('Each model can be listed only once.')
  const many = Array.from({ length: maxModelPrices + 1 }, (_, it) => ({
    ...small,
    model: `m${it}`,
  }))
  expect((await save({ prices: many })).statusCode).toBe(400)
})

describe('the cost of an execution', () => {
  const costOf = async (values: {
    model: string | null
    tokensIn?: number
    tokensOut?: number
  }) => {
    const id = await makeRow(db, 'execution', {
      ...{ templateType: 'diarization', templateName: 'x', isSuccess: true },
      ...{ executionTimeMs: 1, ...values },
    })
    const answer = await call({ url: `/api/admin/ai-prompt-execution-logs/${id}` }, system)
    const { cost, currency } = answer.json<Execution>()
    return [cost, currency]
  }

  test('follows from its tokens and the current price of its model', async () => {
    await save({ prices: [small, large] })
    const tokens = { tokensIn: 4000, tokensOut: 1000 }
    expect(await costOf({ model: 'small', ...tokens })).toEqual([0.003, 'USD'])
    expect(await costOf({ model: 'large', ...tokens })).toEqual([0.0275, 'EUR'])
  })

  test('is unknown without a price or without tokens', async () => {
    await save({ prices: [small] })
    expect(await costOf({ model: 'other', tokensIn: 1, tokensOut: 1 })).toEqual([null, null])
    expect(await costOf({ model: null, tokensIn: 1, tokensOut: 1 })).toEqual([null, null])
    expect(await costOf({ model: 'small', tokensIn: 1 })).toEqual([null, null])
  })
})
