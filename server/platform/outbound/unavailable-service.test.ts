import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { outboundCalls } from '../../test/outbound-calls.ts'
import { failure } from '../../test/failure.ts'
import { json } from '../../test/local-service.ts'
import { Unavailable } from '../jobs/errors.ts'

const { service, requestWith, client, reconnect, send, entries } = await outboundCalls()

describe('a service that is unavailable', () => {
  test('gets three requests', async () => {
    const away = [503, 529].map(
      (status) => (_call: unknown, response: Parameters<typeof json>[0]) =>
        json(response, status, {}),
    )
    service.next(...away)
    await send()
    expect(service.calls.map(({ body }) => String(body))).toEqual(
      Array.from({ length: 3 }, () => '{"question":"how are you?"}'),
    )
    expect((await entries()).map(({ status, isSuccess }) => [status, isSuccess])).toEqual([
      [503, false],
      [529, false],
      [200, true],
    ])
  })

  test('gets one request if it must not happen twice', async () => {
    service.next((_call, response) => json(response, 500, {}))
    const error = await failure(send({ maxAttempts: 1 }))
    expect(error).toBeInstanceOf(Unavailable)
    expect(error.message).toBe('Outside is not available (status 500).')
    expect(service.calls).toHaveLength(1)
  })

  test('sets the wait before the next attempt, up to a limit', async () => {
    service.next((_call, response) => json(response, 429, {}, { 'retry-after': '0.2' }))
    const startedAt = performance.now()
    await send()
    expect(performance.now() - startedAt).toBeGreaterThan(190)
    service.next((_call, response) =>
      json(response, 429, { error: 'Slow down' }, { 'retry-after': '60' }),
    )
    const error = await failure(send())
    expect(error).toMatchObject({ message: 'Outside says: Slow down', waitMs: 60_000 })
    expect(service.calls).toHaveLength(3)
  })

  test('may be slow, break off or send invalid JSON', async () => {
    const once = { timeoutMs: 1_000, maxAttempts: 1 }
    service.next(() => {})
    expect((await failure(send(once))).message).toBe('Outside did not respond in time.')
    service.next((_call, response) => void response.writeHead(200).write('{"fine":'))
    expect((await failure(send(once))).message).toBe('Outside did not respond in time.')
    service.next((_call, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"fine":')
      setTimeout(() => response.destroy(), 20)
    })
    expect((await failure(send({ maxAttempts: 1 }))).message).toMatch(/^Outside cannot be reached/)
    for (const body of ['{"fine":', '<html>']) {
      service.next((_call, response) => void response.end(body))
      const answer = await send()
      expect(() => answer.json(z.object({}))).toThrow(
        'Outside sent a response that could not be read.',
      )
    }
    const ends = (await entries()).map(({ isSuccess }) => isSuccess)
    expect(ends).toEqual([false, false, false, true, true])
  })

  test('may not be reachable at all', async () => {
    const nowhere = requestWith({ url: 'http://127.0.0.1:1/v1', maxAttempts: 1 })
    const error = await failure(client().send(nowhere))
    expect(error).toBeInstanceOf(Unavailable)
    expect(error.message).toBe('Outside cannot be reached.')
  })

  test('is not called for a minute after five failures in a row', async () => {
    for (let index = 0; index < 5; index++) {
      service.next((_call, response) => json(response, 500, {}))
      await failure(send({ maxAttempts: 1 }))
    }
    const error = await failure(send())
    expect(error.message).toMatch(/^Outside has failed 5 times in a row. Next attempt in \d+ s.$/)
    expect(error).toMatchObject({ waitMs: expect.any(Number) })
    expect(service.calls).toHaveLength(5)
    expect(await entries()).toHaveLength(5)
  })

  test('closes the circuit as soon as a response begins', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    reconnect()
    for (let index = 0; index < 5; index++) {
      service.next((_call, response) => json(response, 500, {}))
      await failure(send({ maxAttempts: 1 }))
    }
    vi.setSystemTime(Date.now() + 61_000)
    service.next((_call, response) => void response.writeHead(200).write('the beginning'))
    const { body } = await client().stream(requestWith())
    expect((await send()).status).toBe(200)
    vi.useRealTimers()
    body.destroy()
    await expect
      .poll(async () => (await entries()).map(({ isSuccess }) => isSuccess))
      .not.toContain(null)
  })
})
