import { createHmac } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { line } from '#contract/bounds.ts'
import { endpoint } from '#contract/endpoint.ts'
import { testApp } from '../../test/test-app.ts'
import { registerErrorHandler } from './errors.ts'
import { registerRequestPolicy } from './request-policy.ts'
import { registerJsonParser } from './json-body.ts'
import { mountSigned } from './mount.ts'
import { validatorCompiler, serializerCompiler } from './schemas.ts'
import { enforceTimeouts } from './request-timeouts.ts'
import { rawCall } from '../../test/raw-call.ts'

/** A webhook as an outside service would call it. */
const hook = endpoint('POST /api/webhook/test', {
  access: 'signed-webhook',
  changes: [],
  summary: 'Something has happened elsewhere.',
  bodyBytes: 2000,
  body: z.object({ type: line(50), data: z.object({ id: line(50) }) }),
  response: z.object({ ok: z.literal(true) }),
})

const { deps } = await testApp()
const app = Fastify({ bodyLimit: 1000 })
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
registerJsonParser(app)
enforceTimeouts(app, { bodyMs: 1500, idleMs: 1500 })
registerErrorHandler(app)
await app.register(cookie)
registerRequestPolicy(app, deps)
const secrets = ['the secret of now', 'the one before']
const received: unknown[] = []
const hmac = (secret: string, signed: string | Buffer) =>
  createHmac('sha256', secret).update(signed).digest()
mountSigned(
  app,
  hook,
  async ({ bytes, headers }) => {
    const [, seconds = '', digests = ''] = /^t=(\d+),(.*)$/.exec(String(headers['signature'])) ?? []
    if (!seconds) return undefined
    const signed = Buffer.concat([Buffer.from(`${seconds}.`), bytes])
    return {
      signedAt: new Date(Number(seconds) * 1000),
      given: [...digests.matchAll(/v0=(\w+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')),
      expected: secrets.map((secret) => hmac(secret, signed)),
    }
  },
  async ({ body }) => {
    received.push(body)
    return { ok: true as const }
  },
)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
beforeEach(() => void received.splice(0))

// Spaces, escapes and an unknown field: JSON.stringify would not reproduce these bytes.
const body = '{ "type":"done",  "data":{"id":"s\\u00f8ren"}, "more": [1.0] }'
const at = (secondsAgo = 0) => Math.floor(Date.now() / 1000) - secondsAgo
const signatureOf = (text: string | Buffer, seconds = at(), secret = secrets[0] ?? '') =>
  `t=${seconds},v0=${hmac(secret, Buffer.concat([Buffer.from(`${seconds}.`), Buffer.from(text)])).toString('hex')}`
const send = (signature: string | undefined, payload: string | Buffer = body, headers = {}) =>
  app.inject({
    method: 'POST',
    url: hook.path,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { signature }),
      ...headers,
    },
    payload,
  })

test('a signed call is parsed by the contract and accepted from any origin', async () => {
  const answer = await send(signatureOf(body), body, { origin: 'https://service.example' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  expect(received).toEqual([{ type: 'done', data: { id: 'søren' } }])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the previous secret is still valid, and one of several signatures is enough', async () => {
  expect((await send(signatureOf(body, at(), secrets[1]))).statusCode).toBe(200)
  const both = signatureOf(body).replace(',', `,v0=${'0'.repeat(64)},`)
  expect((await send(both)).statusCode).toBe(200)
})

describe('is refused without saying what is wrong:', () => {
  const good = signatureOf(body)
  test.each([
    ['an unsigned call', undefined, body],
    ['another secret', signatureOf(body, at(), 'a guess'), body],
    ['a body with one changed byte', good, body.replace('done', 'dono')],
    ['the same JSON in other bytes', good, JSON.stringify(JSON.parse(body))],
    ['a truncated signature', good.slice(0, -2), body],
    ['an empty signature', `t=${at()},v0=`, body],
    ['a signature of another time', good.replace(/t=\d+/, `t=${at(5)}`), body],
    ['a signature from 31 minutes ago', signatureOf(body, at(31 * 60)), body],
    ['a signature from 31 minutes in the future', signatureOf(body, at(-31 * 60)), body],
    ['an empty call', undefined, ''],
    ['invalid JSON without a valid signature', good, '{'],
    ['a body that does not match the contract without a valid signature', good, '{"other":1}'],
  ])('%s', async (_name, signature, payload) => {
    const answer = await send(signature, payload)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({
      error: 'The signature of this call is missing or wrong.',
    })
    expect(received).toEqual([])
  })
})

test('a clock skew of 29 minutes is accepted', async () => {
  expect((await send(signatureOf(body, at(29 * 60)))).statusCode).toBe(200)
  expect((await send(signatureOf(body, at(-29 * 60)))).statusCode).toBe(200)
})

test('a signed but invalid body gets a 400', async () => {
  const wrong = '{"type":"done"}'
  expect((await send(signatureOf(wrong), wrong)).statusCode).toBe(400)
  const broken = '{"type":'
  expect((await send(signatureOf(broken), broken)).statusCode).toBe(400)
  const latin = Buffer.from('{"type":"s\xf8ren","data":{"id":"x"}}', 'latin1')
  const refused = await send(signatureOf(latin), latin)
  expect(refused.json()).toMatchObject({ error: 'The body is not valid UTF-8.' })
  const polluted = '{"type":"done","data":{"id":"x"},"__proto__":{"a":1}}'
  expect((await send(signatureOf(polluted), polluted)).statusCode).toBe(400)
  expect(received).toEqual([])
})

test('a signed body that is too large or too slow is refused', async () => {
  const large = `{"type":"${'x'.repeat(2000)}"}`
  expect((await send(signatureOf(large), large)).statusCode).toBe(413)
  const begin = Date.now()
  const lines = [
    ...['POST /api/webhook/test HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'],
    ...['Content-Length: 100', 'Connection: close', '', '{'],
  ]
  expect((await rawCall(origin, lines.join('\r\n'))).status).toBe(408)
  expect(Date.now() - begin).toBeLessThan(5_000)
})
