import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { messageKind } from '#contract/messages/kinds.ts'
import { emailSmsProviders } from '#contract/integrations/providers/email-sms.ts'
import { newId } from '../../platform/ids.ts'
import { failure } from '../../test/failure.ts'
import { json } from '../../test/local-service.ts'
import { loopsKey, loopsService } from '../../test/services/loops.ts'
import { sendgridKey, sendgridService } from '../../test/services/sendgrid.ts'
import { twilioAccount, twilioService } from '../../test/services/twilio.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { messagingProviders } from '../catalogue/email-sms.ts'
import type { Settings } from '../provider.ts'
import { type Message, PermanentFailure } from './messenger.ts'

const outboundClients = await testOutboundClients()
const [loopsAt, sendgridAt, twilioAt] = await Promise.all([
  loopsService(),
  sendgridService(),
  twilioService(),
])
const all = [loopsAt, sendgridAt, twilioAt]
afterAll(() => Promise.all(all.map((it) => it.close())))
beforeEach(() => {
  for (const it of all) it.forget()
})

const wrongSecret = 'a-secret-that-is-wrong'
const tested = [
  {
    key: 'loops.so',
    service: loopsAt,
    secret: 'apiKey',
    recipient: 'sarah@example.com',
    settings: { apiKey: loopsKey, sessionReminderTemplateId: 'clx-session' },
  },
  {
    key: 'sendgrid',
    service: sendgridAt,
    secret: 'apiKey',
    recipient: 'sarah@example.com',
    settings: { apiKey: sendgridKey, fromEmail: 'care@maylab.test' },
  },
  {
    key: 'twilio',
    service: twilioAt,
    secret: 'authToken',
    recipient: '+4512345678',
    settings: {
      ...{ accountSid: twilioAccount.sid, authToken: twilioAccount.token },
      fromPhone: '+4570000000',
    },
  },
] as const
const [ofLoops, ofSendgrid, ofTwilio] = tested

async function open({ key, service, settings }: (typeof tested)[number], more: Settings = {}) {
  const outboundClient = await outboundClients.outboundClientFor({
    ...{ type: 'email_sms', provider: key, label: emailSmsProviders[key].label },
    ...{ addresses: { [key]: service.origin }, secrets: [wrongSecret] },
  })
  return messagingProviders[key].open({ ...settings, ...more }, outboundClient)
}
const { signal } = new AbortController()
const message = (more: Partial<Message> = {}): Message => ({
  ...{ id: newId(), kind: 'sessionReminder', recipient: 'sarah@example.com', subject: 'Tomorrow' },
  ...{ body: 'Dear Søren ✓', values: { with: 'Anna' }, ...more },
  ...{ calendars: [{ method: 'CANCEL', file: 'BEGIN:VCALENDAR' }], unsubscribeUrl: null },
})

describe.each(tested)('$key', (it) => {
  const { service, recipient, secret } = it

  test('can send a message again under the same id', async () => {
    const messenger = await open(it)
    const again = message({ recipient })
    expect(await messenger.deliver(again, signal)).toBe('sent')
    expect(await messenger.deliver(again, signal)).toBe('sent')
  })

  test('deletes what it stores about a recipient, also if there is nothing', async () => {
    const messenger = await open(it)
    await messenger.deliver(message({ recipient }), signal)
    service.forget()
    await messenger.eraseRecipient?.(recipient, signal)
    await messenger.eraseRecipient?.(recipient, signal)
    const deletions = service.calls.filter(
      ({ path, method }) => /delete|erasejob/.test(path) || method === 'DELETE',
    )
    expect(deletions.length).toBeGreaterThan(0)
    for (const { headers } of deletions) expect(headers.authorization).toBeDefined()
  })

  test('passes the connection test without sending anything', async () => {
    const messenger = await open(it)
    expect(await messenger.test?.(signal)).toMatch(/\.$/)
    expect(service.calls.filter(({ method }) => method !== 'GET')).toEqual([])
    service.next((_call, response) => void response.writeHead(200).end('{"scopes":'))
    expect(await failure(Promise.resolve(messenger.test?.(signal)))).toBeInstanceOf(Unavailable)
  })

  test('quotes the rejection of a key, without the key', async () => {
    const wrong = await open(it, { [secret]: wrongSecret })
    for (const attempt of [
      async () => wrong.deliver(message({ recipient }), signal),
      async () => wrong.test?.(signal),
    ]) {
      const error = await failure(attempt())
      expect(error).toBeInstanceOf(Rejected)
      expect(error.message).toMatch(/ says: /)
      expect(error.message).not.toContain(wrongSecret)
    }
  })

  test('retries a message only if the service supports idempotency keys', async () => {
    service.next((_call, response) => json(response, 500, {}))
    await (await open(it)).deliver(message({ recipient }), signal).catch(() => {})
    const [first, ...more] = service.calls.map(({ headers }) => headers['idempotency-key'])
    expect(more).toEqual(first ? [first] : [])
  })
})

test('SendGrid gets a text and a calendar file of its method, with tracking turned off', async () => {
  await (await open(ofSendgrid)).deliver(message({ id: 'one' }), signal)
  expect(JSON.parse(String(sendgridAt.calls[0]?.body))).toEqual({
    personalizations: [{ to: [{ email: 'sarah@example.com' }], custom_args: { message: 'one' } }],
    from: { email: 'care@maylab.test' },
    subject: 'Tomorrow',
    content: [
      { type: 'text/plain', value: 'Dear Søren ✓' },
      { type: 'text/calendar; method=CANCEL', value: 'BEGIN:VCALENDAR' },
    ],
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
    },
  })
})

test('SendGrid gets several calendar files as attachments, whose type has no parameters', async () => {
  const calendars = [1, 2].map(() => ({ method: 'REQUEST', file: 'BEGIN:VCALENDAR' }))
  await (await open(ofSendgrid)).deliver({ ...message(), calendars }, signal)
  const sent = JSON.parse(String(sendgridAt.calls[0]?.body))
  expect(sent.content).toHaveLength(1)
  expect(sent.attachments).toMatchObject([
    { type: 'text/calendar', filename: 'session-1.ics' },
    { content: Buffer.from('BEGIN:VCALENDAR').toString('base64') },
  ])
})

test('the connection test fails with a SendGrid key that has no permission to send', async () => {
  sendgridAt.next((_call, response) => json(response, 200, { scopes: ['stats.read'] }))
  await expect((await open(ofSendgrid)).test?.(signal)).rejects.toThrow('may not send mail.')
})

describe('Loops', () => {
  test('gets the values of a message by name', async () => {
    const it = message({ kind: 'sessionChanged' })
    await (await open(ofLoops)).deliver(it, signal)
    expect(loopsAt.calls[0]?.headers['idempotency-key']).toBe(it.id)
    expect(JSON.parse(String(loopsAt.calls[0]?.body))).toEqual({
      ...{ transactionalId: 'clx-session', email: 'sarah@example.com', addToAudience: false },
      dataVariables: { with: 'Anna', subject: 'Tomorrow', text: 'Dear Søren ✓' },
    })
  })

  test('is not called without a template, and the error names the field', async () => {
    const error = await failure(
      (await open(ofLoops)).deliver(message({ kind: 'safetyMark' }), signal),
    )
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toBe(
      'Loops has no template for this message: fill in "Safety mark template id".',
    )
    expect(loopsAt.calls).toEqual([])
  })

  test.each(messageKind.options)('sends %s with the template of its field', async (kind) => {
    const { apiKey: _, ...fields } = emailSmsProviders['loops.so'].fields
    const templates = Object.fromEntries(Object.keys(fields).map((name) => [name, 'clx-all']))
    expect(await (await open(ofLoops, templates)).deliver(message({ kind }), signal)).toBe('sent')
  })

  test('can reject a message with a successful status', async () => {
    loopsAt.next((_call, response) =>
      json(response, 200, { success: false, error: { path: 'x', message: 'No such variable' } }),
    )
    const rejected = (await open(ofLoops)).deliver(message(), signal)
    await expect(rejected).rejects.toThrow('says: No such variable')
  })
})

describe('Twilio', () => {
  test('gets at most 1600 characters and stores no text', async () => {
    const it = message({ recipient: '+4512345678', body: 'é'.repeat(2_000) })
    await (await open(ofTwilio)).deliver(it, signal)
    expect(Object.fromEntries(new URLSearchParams(String(twilioAt.calls[0]?.body)))).toEqual({
      ...{ To: '+4512345678', From: '+4570000000', Body: 'é'.repeat(1_600) },
      ContentRetention: 'discard',
    })
  })

  test('lists no message to a recipient after the removal, and waits for one that is being delivered', async () => {
    const messenger = await open(ofTwilio)
    const recipient = '+4587654321'
    await messenger.deliver(message({ recipient }), signal)
    await messenger.deliver(message({ recipient }), signal)
    twilioAt.next(
      (_call, _response, usually) => usually(),
      (_call, response) =>
        json(response, 409, { code: 20009, message: 'Not complete', status: 409 }),
    )
    await messenger.eraseRecipient?.(recipient, signal)
    twilioAt.forget()
    await messenger.eraseRecipient?.(recipient, signal)
    expect(
      twilioAt.calls.map(({ method, query }) => [method, query.get('To'), query.get('From')]),
    ).toEqual([
      ['GET', recipient, null],
      ['GET', null, recipient],
    ])
  })

  test('distinguishes a recipient who has opted out (STOP) from a wrong number', async () => {
    const messenger = await open(ofTwilio)
    const to = (recipient: string) => failure(messenger.deliver(message({ recipient }), signal))
    const stopped = await to('+4512340000')
    expect(stopped).toBeInstanceOf(PermanentFailure)
    expect(stopped.message).toMatch(/Attempt to send to unsubscribed recipient \[phone number\]$/)
    const wrong = await to('12345678')
    expect(wrong).toBeInstanceOf(Rejected)
    expect(wrong).not.toBeInstanceOf(PermanentFailure)
  })

  test('fails the connection test if the account is suspended', async () => {
    twilioAt.next((_call, response) => json(response, 200, { status: 'suspended' }))
    await expect((await open(ofTwilio)).test?.(signal)).rejects.toThrow('account is suspended.')
  })
})
