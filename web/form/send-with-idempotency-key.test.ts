import { expect, test } from 'vitest'
import { idempotencyKeyForm } from '#contract/endpoint.ts'
import { ApiError } from '#web/lib/api.ts'
import { sendWithIdempotencyKey, type UnconfirmedKeys } from './send-with-idempotency-key.ts'

const offline = new TypeError('Failed to fetch')
const apiError = (status: number, code = '') =>
  new ApiError(status, '', JSON.stringify({ error: '', code, requestId: '' }))

/** The keys with which requests with these outcomes are sent. */
async function keysOf(...requests: (readonly [endpoint: string, error?: Error])[]) {
  const unconfirmed: UnconfirmedKeys = new Map()
  const keys: string[] = []
  for (const [endpoint, error] of requests)
    await sendWithIdempotencyKey(unconfirmed, endpoint, async (key) => {
      keys.push(key)
      if (error) throw error
    }).catch(() => undefined)
  return keys
}

test.each([offline, apiError(500), apiError(503), apiError(422, 'unprocessable')])(
  'after %s the key is reused until a request succeeds',
  async (error) => {
    const keys = await keysOf(['a', error], ['a', error], ['a'], ['a'])
    expect(keys.map((it) => it === keys[0])).toEqual([true, true, true, false])
  },
)

test('a key is not reused after the server reports that its request succeeded', async () => {
  const keys = await keysOf(['a', offline], ['a', apiError(422, 'sent-before')], ['a'])
  expect(keys.map((it) => it === keys[0])).toEqual([true, true, false])
})

test('another endpoint has its own key', async () => {
  const keys = await keysOf(['a', offline], ['b', offline], ['a'])
  expect(keys.map((it) => it === keys[0])).toEqual([true, false, true])
})

test('the server accepts the key', async () => {
  for (const key of await keysOf(...Array.from({ length: 50 }, () => ['a'] as const)))
    expect(key).toMatch(idempotencyKeyForm)
})
