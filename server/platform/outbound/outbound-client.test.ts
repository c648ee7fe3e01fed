import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDb } from '../db/db.ts'
import { outboundCalls } from '../../test/outbound-calls.ts'
import { failure } from '../../test/failure.ts'
import { json } from '../../test/local-service.ts'
import { workUntil } from '../../test/work-of.ts'
import { Rejected } from '../jobs/errors.ts'
import { createOutboundClient, type OutboundRequest } from './outbound-client.ts'
import { fileBody, multipartBody } from './request-body.ts'

const { secret, service, requestWith, integrationId, client, send, entries } = await outboundCalls()
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-outbound-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
    expect(await workUntil(check)).toBeLessThan(2_000)
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

test('a multipart file is sent again with each attempt', async () => {
  const file = path.join(folder, 'sound.webm')
  writeFileSync(file, 'x'.repeat(200_000))
  service.next((_call, response) => json(response, 503, {}, { 'retry-after': '0' }))
  const form = new FormData()
  form.append('model', 'whisper-1')
  form.append('file', await fileBody(file, 'video/webm'), 'sound.webm')
  const body = await multipartBody(form)
  await send({ body })
  const [first, second] = service.calls
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
  expect(second?.headers['content-length']).toBe(String(second?.body.length))
  const received = await new Response(new Uint8Array(second?.body ?? []), {
    headers: { 'content-type': second?.headers['content-type'] ?? '' },
  }).formData()
  expect(received.get('model')).toBe('whisper-1')
  const sent = received.get('file') as File
  expect([sent.name, sent.type, sent.size]).toEqual(['sound.webm', 'video/webm', 200_000])
})

test('a missing local file does not count as a failure of the service', async () => {
  const file = path.join(folder, 'gone.webm')
  writeFileSync(file, 'x')
  const body = await fileBody(file)
  rmSync(file)
  await expect(send({ body })).rejects.toMatchObject({
    name: 'NotReadableError',
  })
  expect(await entries()).toMatchObject([{ error: 'Something went wrong on our side.' }])
})

describe('a streamed response', () => {
  test('is recorded when its last byte has been read', async () => {
    const timeoutMs = 2_000
    service.next((_call, response) => {
      response.writeHead(206).write('x'.repeat(100_000))
      // The timeout only covers the beginning.
      setTimeout(() => response.end('x'.repeat(200_000)), timeoutMs + 500)
    })
    const { status, body } = await client().stream(
      requestWith({ method: 'GET', body: undefined, timeoutMs }),
    )
    expect(status).toBe(206)
    expect((await entries())[0]?.isSuccess).toBeNull()
    expect(await text(body)).toHaveLength(300_000)
    await expect.poll(entries).toMatchObject([{ isSuccess: true, bytesIn: 300_000 }])
  })

  test('may be closed early by its reader', async () => {
    service.next((_call, response) => void response.writeHead(200).end('x'.repeat(3_000_000)))
    const { body } = await client().stream(requestWith())
    for await (const _chunk of body) break
    await expect.poll(entries).toMatchObject([{ isSuccess: true, status: 200 }])
  })

  test('that breaks off throws Unavailable', async () => {
    service.next((_call, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      setTimeout(() => response.destroy(), 20)
    })
    const { body } = await client().stream(requestWith())
    await expect(text(body)).rejects.toThrow(/^Outside cannot be reached/)
    await expect.poll(entries).toMatchObject([{ isSuccess: false, bytesIn: 4 }])
  })

  test('that is rejected has the message of the service', async () => {
    service.next((_call, response) => json(response, 404, { Message: 'Object Not Found' }))
    await expect(client().stream(requestWith())).rejects.toThrow('Outside says: Object Not Found')
  })
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
    { db: away.db, addresses: { outside: service.origin }, onError: () => undefined },
    {
      integrationId: integrationId(),
      type: 'ai_analysis',
      provider: 'outside',
      label: 'Outside',
      secrets: [],
    },
  )
  await expect(withoutDb.send(requestWith())).rejects.toThrow()
  expect(service.calls).toEqual([])
  await away.db.destroy()
})
