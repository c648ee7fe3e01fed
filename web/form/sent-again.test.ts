import { expect, test } from 'vitest'
import { idempotencyKeyForm } from '#contract/endpoint.ts'
import { ApiError } from '#web/lib/api.ts'
import { sendUnderKey, type Unanswered } from './sent-again.ts'

const lost = new TypeError('Failed to fetch')
const refusal = (status: number) => new ApiError(status, '', '')

/** The keys under which something is sent, each time with such an end. */
async function keysOf(...sent: (readonly [what: string, end?: Error])[]) {
  const unanswered: Unanswered = new Map()
  const keys: string[] = []
  for (const [what, end] of sent)
    await sendUnderKey(unanswered, what, async (key) => {
      keys.push(key)
      if (end) throw end
    }).catch(() => undefined)
  return keys
}

test.each([lost, ...[500, 502, 503, 504].map(refusal)])(
  'after %s the same is sent under the same key, until it was answered',
  async (end) => {
    const [first, second, third, fourth] = await keysOf(['a', end], ['a', end], ['a'], ['a'])
    expect(second).toBe(first)
    expect(third).toBe(first)
    expect(fourth).not.toBe(first)
  },
)

test('after a refusal, and with something else in it, it is sent under a new one', async () => {
  const keys = await keysOf(['a', refusal(409)], ['a', lost], ['b', lost], ['b'], ['a'])
  expect(new Set(keys).size).toBe(3)
  // What nobody knows of stays so while something else is sent.
  expect(keys[4]).toBe(keys[1])
})

test('a key is one that the server takes', async () => {
  for (const key of await keysOf(...Array.from({ length: 50 }, () => ['a'] as const)))
    expect(key).toMatch(idempotencyKeyForm)
})
