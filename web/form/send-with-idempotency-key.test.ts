import { expect, test } from 'vitest'
import { idempotencyKeyForm } from '#contract/endpoint.ts'
import { ApiError } from '#web/lib/api.ts'
import { sendWithIdempotencyKey, type UnconfirmedKeys } from './send-with-idempotency-key.ts'

const lost = new TypeError('Failed to fetch')
const refusal = (status: number, code = '') =>
  new ApiError(status, '', JSON.stringify({ error: '', code, requestId: '' }))

/** The keys under which something is sent, each time with such an end. */
async function keysOf(...sent: (readonly [endpoint: string, end?: Error])[]) {
  const unconfirmed: UnconfirmedKeys = new Map()
  const keys: string[] = []
  for (const [endpoint, end] of sent)
    await sendWithIdempotencyKey(unconfirmed, endpoint, async (key) => {
      keys.push(key)
      if (end) throw end
    }).catch(() => undefined)
  return keys
}

test.each([lost, ...[500, 502, 503, 504].map((status) => refusal(status))])(
  'after %s the same is sent under the same key, until it was answered',
  async (end) => {
    const [first, second, third, fourth] = await keysOf(['a', end], ['a', end], ['a'], ['a'])
    expect(second).toBe(first)
    expect(third).toBe(first)
    expect(fourth).not.toBe(first)
  },
)

test('something else is sent under the key of what was not answered, until the server says that it was made', async () => {
  const [first, ...others] = await keysOf(
    ['a', lost],
    // Refused before anybody looked at its key: nothing is known of the first.
    ['a', refusal(422, 'unprocessable')],
    ['a', refusal(422, 'sent-before')],
    ['a'],
  )
  expect(others.map((it) => it === first)).toEqual([true, true, false])
})

test('another endpoint has a key of its own', async () => {
  const [first, second, third] = await keysOf(['a', lost], ['b', lost], ['a'])
  expect(second).not.toBe(first)
  expect(third).toBe(first)
})

test('a key is one that the server takes', async () => {
  for (const key of await keysOf(...Array.from({ length: 50 }, () => ['a'] as const)))
    expect(key).toMatch(idempotencyKeyForm)
})
