import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDb } from '../db/db.ts'
import { outboundCalls } from '../../test/outbound-calls.ts'
import { failure } from '../../test/failure.ts'
import { json } from '../../test/local-service.ts'
import { newId } from '../ids.ts'
import { measureAsyncWork } from '../../test/measure-work.ts'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { createOutboundClient, type OutboundRequest } from './outbound-client.ts'

const { secret, service, requestWith, integrationId, client, reconnect, send, entries } =
  await outboundCalls()

test('a request goes to the address that the environment names, and is recorded', async () => {
  const answer = await send()
  expect(answer.json(z.object({ fine: z.boolean() }))).toEqual({ fine: true })
  expect(service.calls).toMatchObject([
    {
      ...{ method: 'POST', path: '/v1' },
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'content-length': '27',
      },
    },
  ])
  expect(await entries()).toMatchObject([
    {
      ...{ provider: 'outside', host: new URL(service.origin).host, purpose: 'a try' },
      ...{ bytesOut: 27, bytesIn: 13, status: 200, isSuccess: true, error: null, sessionId: null },
    },
  ])
  expect(client().baseUrl('https://api.other.example', 'other')).toBe('https://api.other.example')
})

test('requests with the same egress id share one entry, which records the outcome of the last one', async () => {
  const egressId = newId()
  service.next((_call, response) => json(response, 400, {}))
  await failure(send({ egressId }))
  expect(await entries()).toMatchObject([{ id: egressId, status: 400, isSuccess: false }])
  await send({ egressId })
  expect(await entries()).toMatchObject([
    { id: egressId, bytesOut: 2 * 27, bytesIn: 2 + 13, status: 200, isSuccess: true, error: null },
  ])
})

describe('a service that rejects', () => {
  test.each([
    [401, { error: { message: `Incorrect API key provided: ${secret}.`, type: 'x' } }],
    [400, { errors: [{ message: 'Incorrect API key provided: [secret].', field: 'to' }] }],
    [422, { detail: { status: 'x', message: 'Incorrect API key provided: [secret].' } }],
    [
      403,
      { type: 'error', error: { type: 'x', message: 'Incorrect API key provided: [secret].' } },
    ],
  ])('gets one request, and its message is stored without the secret: %i', async (status, body) => {
    service.next((_call, response) => json(response, status, body))
    const error = await failure(send())
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toBe('Outside says: Incorrect API key provided: [secret].')
    expect(service.calls).toHaveLength(1)
    expect(await entries()).toMatchObject([{ status, isSuccess: false, error: error.message }])
  })

  test.each([
    ['', 'Outside rejected the request (status 404).'],
    ['<html>', 'Outside rejected the request (status 404).'],
    ['<soap:Fault><faultstring>INVALID_LOGIN: no</faultstring>', 'Outside says: INVALID_LOGIN: no'],
    [
      '{"message":"No mailbox sarah.l@example.com, +45 12 34 56 78\\u0000\\nsk-very%2Fsecret%2Bkey"}',
      'Outside says: No mailbox [email address], [phone number] [secret]',
    ],
    [
      '{"error":"invalid_grant","error_description":"Bad eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmVk"}',
      'Outside says: Bad [secret]',
    ],
  ])('in any format: %s', async (body, sentence) => {
    service.next((_call, response) => void response.writeHead(404).end(body))
    expect((await failure(send())).message).toBe(sentence)
  })

  test('with a message of a million characters is redacted in under two seconds', async () => {
    const message = `No. ${'eyJhbGciOi-'.repeat(100_000)}`
    service.next((_call, response) => json(response, 400, { message }))
    const check = async () =>
      expect((await failure(send())).message).toMatch(/^Outside says: No\. eyJ/)
    expect(await measureAsyncWork(check)).toBeLessThan(2_000)
  })

  test('with a redirect is not followed', async () => {
    service.next(
      (_call, response) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    const error = await failure(send())
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toBe('Outside rejected the request (status 302).')
  })

  test('with a successful status is recognized by the body', async () => {
    service.next((_call, response) => json(response, 200, { success: false, message: 'No.' }))
    const outcomeOf: OutboundRequest['outcomeOf'] = ({ text: body }) =>
      body.includes('"success":false') ? 'rejected' : undefined
    expect((await failure(send({ outcomeOf }))).message).toBe('Outside says: No.')
  })
})

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

  test("is not called either after it has used up the caller's time five times", async () => {
    service.next(...Array.from({ length: 5 }, () => () => new Promise<void>(() => undefined)))
    for (let index = 0; index < 5; index++) {
      const error = await failure(send({ signal: AbortSignal.timeout(20) }))
      expect(error.message).toBe('Outside did not respond in time.')
    }
    expect((await failure(send())).message).toContain('has failed 5 times in a row')
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

test('a cancelled request ends at once', async () => {
  const leaving = new AbortController()
  service.next(() => leaving.abort(new Error('gone')))
  await expect(send({ signal: leaving.signal })).rejects.toThrow('gone')
  expect(await entries()).toMatchObject([{ isSuccess: false, error: 'Cancelled.', status: null }])
})

test('concurrent requests are limited', async () => {
  let [now, most] = [0, 0]
  const { promise: bothAreHere, resolve } = Promise.withResolvers<void>()
  const slowly = async (_call: unknown, response: Parameters<typeof json>[0]) => {
    most = Math.max(most, ++now)
    if (now === 2) resolve()
    await bothAreHere
    await sleep(30)
    now--
    json(response, 200, {})
  }
  service.next(...Array.from({ length: 6 }, () => slowly))
  await Promise.all(Array.from({ length: 6 }, () => send()))
  expect(most).toBe(2)
})

test('a call of another protocol is recorded too', async () => {
  const said = await client().run(
    {
      ...{ purpose: 'an email', host: 'mail.example:587', sessionId: null },
      signal: new AbortController().signal,
    },
    async (call) => {
      call.bytesOut = 12
      return 'sent'
    },
  )
  expect(said).toBe('sent')
  expect(await entries()).toMatchObject([
    { ...{ host: 'mail.example:587', bytesOut: 12, isSuccess: true, status: null } },
  ])
})

test('nothing is sent if the egress row cannot be written', async () => {
  const away = openDb('postgres://127.0.0.1:1/nowhere', () => undefined, 1)
  const withoutDb = createOutboundClient(
    {
      ...{ db: away.db, announcements: { listen: () => () => {} } },
      ...{ addresses: { outside: service.origin }, onError: () => undefined },
    },
    {
      ...{ integrationId: integrationId(), type: 'ai_analysis', provider: 'outside' },
      ...{ label: 'Outside', secrets: [] },
    },
  )
  await expect(withoutDb.send(requestWith())).rejects.toThrow()
  expect(service.calls).toEqual([])
  await away.db.destroy()
})
