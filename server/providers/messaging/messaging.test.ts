import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageKind } from '#contract/messages.ts'
import { emailSmsProviders } from '#contract/providers/email-sms.ts'
import type { ProviderKey } from '#contract/providers/providers.ts'
import { newId } from '../../platform/ids.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { failure } from '../../test/failure.ts'
import { mailServer } from '../../test/services/mail-server.ts'
import { json, type localService } from '../../test/local-service.ts'
import { loopsKey, loopsService } from '../../test/services/loops.ts'
import { sendgridKey, sendgridService } from '../../test/services/sendgrid.ts'
import { twilioAccount, twilioService } from '../../test/services/twilio.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../adapter.ts'
import { loops } from './loops.ts'
import { type Message, type Messenger, PermanentFailure } from './messenger.ts'
import { outbox } from './outbox.ts'
import { sendgrid } from './sendgrid.ts'
import { smtp } from './smtp.ts'
import { twilio } from './twilio.ts'

const outboundClients = await testOutboundClients()
const mail = await mailServer()
const [loopsAt, sendgridAt, twilioAt] = [
  await loopsService(),
  await sendgridService(),
  await twilioService(),
]
afterAll(async () => {
  await mail.close()
  for (const it of [loopsAt, sendgridAt, twilioAt]) await it.close()
})

/** The way out of one provider, to a service on this machine. */
const outboundClientFor = (provider: string, address: string, settings: Settings) =>
  outboundClients.outboundClientFor({
    ...{ type: 'email_sms', provider, label: provider, secrets: Object.values(settings) },
    addresses: { [provider]: address },
  })
type Adapter = {
  open: () => Promise<Messenger & Partial<Testable>>
  /** What people at the other end got. */
  received: () => string[]
}
/** One that speaks HTTP. */
type Online = Omit<Adapter, 'open'> & {
  open: () => Promise<Messenger & Testable>
  service: Service
  /** With a key that is none. */
  openWrong: () => Promise<Messenger & Testable>
}
type Service = Awaited<ReturnType<typeof localService>>
type Open = (settings: Settings, outboundClient: OutboundClient) => Messenger & Testable

/** One that speaks HTTP with a service on this machine. */
function overHttp(key: string, service: Service, { open, settings, secret }: Spoken): Online {
  const opened = async (given: Settings) =>
    open(given, await outboundClientFor(key, service.origin, given))
  return {
    open: () => opened(settings),
    openWrong: () => opened({ ...settings, [secret]: wrongSecret }),
    received: () =>
      service.calls.filter(({ method }) => method === 'POST').map(({ body }) => String(body)),
    service,
  }
}
type Spoken = { open: Open; settings: Settings; secret: string }
const wrongSecret = 'a-secret-that-is-wrong'

const online: Record<Exclude<ProviderKey<'email_sms'>, 'smtp' | 'outbox'>, Online> = {
  'loops.so': overHttp('loops.so', loopsAt, {
    ...{ open: loops, secret: 'apiKey' },
    settings: { apiKey: loopsKey, passwordResetTemplateId: 'clx-reset' },
  }),
  sendgrid: overHttp('sendgrid', sendgridAt, {
    ...{ open: sendgrid, secret: 'apiKey' },
    settings: { apiKey: sendgridKey, fromEmail: 'care@maylab.test' },
  }),
  twilio: overHttp('twilio', twilioAt, {
    ...{ open: twilio, secret: 'authToken' },
    settings: {
      ...{ accountSid: twilioAccount.sid, authToken: twilioAccount.token },
      fromPhone: '+4570000000',
    },
  }),
}
const signIn = { username: 'mailer', password: 'pass-word', fromEmail: 'care@maylab.test' }
const adapters: Record<ProviderKey<'email_sms'>, Adapter> = {
  smtp: {
    open: async () => {
      const address = `smtp://127.0.0.1:${mail.port}`
      return smtp(signIn, await outboundClientFor('smtp', address, signIn))
    },
    received: () => mail.mails.map(({ source }) => source),
  },
  ...online,
  outbox: { open: async () => outbox, received: () => [] },
}

const { signal } = new AbortController()
const messageFor = ({ channel: way }: Messenger): Message => ({
  ...{ id: newId(), kind: 'passwordReset', subject: 'Set a new password', calendar: null },
  recipient: way === 'text' ? '+4512345678' : 'sarah@example.com',
  body: 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n',
  values: { firstName: 'Sarah', brandName: 'Maylab', link: 'https://wellbeing.example/x' },
})

describe.each(Object.entries(adapters))('%s', (_, { open, received }) => {
  let messenger: Messenger
  beforeAll(async () => (messenger = await open()))
  const message = () => messageFor(messenger)

  test('says of a message that it left only where it reaches people', async () => {
    const before = received().length
    expect(await messenger.deliver(message(), signal)).toBe(messenger.channel ? 'sent' : 'kept')
    expect(received().length - before).toBe(messenger.channel ? 1 : 0)
  })

  test('the same message again is no fault', async () => {
    const it = message()
    const first = await messenger.deliver(it, signal)
    expect(await messenger.deliver(it, signal)).toBe(first)
  })

  test('a calendar file is no fault, whether or not the way can carry one', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n'
    expect(await messenger.deliver({ ...message(), calendar }, signal)).toBe(
      messenger.channel ? 'sent' : 'kept',
    )
  })
})

const reaching = Object.entries(adapters).filter(([key]) => key !== 'outbox')

describe.each(reaching)('%s, which reaches people,', (_, { open, received }) => {
  test('keeps nobody who stops waiting', async () => {
    const messenger = await open()
    const stop = AbortSignal.abort(new Error('stopping'))
    await expect(messenger.deliver(messageFor(messenger), stop)).rejects.toThrow('stopping')
  })

  test('says by a connection test in a sentence that it works, and sends nothing', async () => {
    const messenger = await open()
    const before = received().length
    expect(await messenger.test?.(signal)).toMatch(/^[^.]+.*\.$/)
    expect(received()).toHaveLength(before)
  })
})

describe.each(Object.entries(online))('%s, over HTTP,', (_, { open, openWrong, service }) => {
  let messenger: Messenger & Testable
  beforeAll(async () => (messenger = await open()))
  const message = () => messageFor(messenger)

  test('what is wrong with the key is said in the words of the service, without the key', async () => {
    const wrong = await openWrong()
    for (const attempt of [() => wrong.deliver(message(), signal), () => wrong.test(signal)]) {
      const error = await failure(attempt())
      expect(error).toBeInstanceOf(Rejected)
      expect(error.message).toMatch(/ says: /)
      expect(error.message).not.toContain(wrongSecret)
    }
  })

  test('a service that wants to be asked later, or stumbles, is no refusal', async () => {
    service.next((_call, response) => json(response, 429, {}, { 'retry-after': '120' }))
    expect(await failure(messenger.deliver(message(), signal))).toMatchObject({ waitMs: 120_000 })
    const stumble: Parameters<Service['next']>[0] = (_call, response) =>
      void response.writeHead(503).end('<html>down</html>')
    service.next(stumble, stumble, stumble)
    expect(await failure(messenger.deliver(message(), signal))).toBeInstanceOf(Unavailable)
    service.forget()
    service.next((_call, response) => void response.destroy())
    const delivered = messenger.deliver(message(), signal)
    expect(await delivered.catch((error: unknown) => error)).toSatisfy(
      (it) => it === 'sent' || it instanceof Unavailable,
    )
  })

  test('a message that may have left is not sent twice', async () => {
    service.forget()
    service.next((_call, response) => json(response, 500, {}))
    const outcome = await messenger.deliver(message(), signal).catch((error: unknown) => error)
    expect(outcome).toSatisfy((it) => it === 'sent' || it instanceof Unavailable)
    // Again only under a name by which the service knows it.
    const again = service.calls.slice(1).map(({ headers }) => headers['idempotency-key'])
    const [first] = service.calls
    for (const name of again) expect(name).toBe(first?.headers['idempotency-key'] ?? 'none')
  })

  test('a service that sends the call elsewhere is not followed', async () => {
    service.forget()
    const location = `${service.origin}/elsewhere`
    service.next((_call, response) => void response.writeHead(302, { location }).end())
    expect(await failure(messenger.deliver(message(), signal))).toBeInstanceOf(Rejected)
    expect(service.calls).toHaveLength(1)
  })

  test('an answer to a connection test that says nothing is not believed', async () => {
    service.next((_call, response) => void response.writeHead(200).end('{"scopes":'))
    expect(await failure(messenger.test(signal))).toBeInstanceOf(Unavailable)
  })
})

const letter = (more: Partial<Message> = {}): Message => ({
  ...{ id: newId(), kind: 'sessionReminder', recipient: 'sarah@example.com', subject: 'Tomorrow' },
  ...{ body: 'Dear Søren ✓', values: { with: 'Anna' }, calendar: 'BEGIN:VCALENDAR', ...more },
})

describe('SendGrid', () => {
  test('is handed a text with a calendar file, and told to follow nothing', async () => {
    const messenger = await online.sendgrid.open()
    sendgridAt.forget()
    await messenger.deliver(letter({ id: 'one' }), signal)
    expect(JSON.parse(String(sendgridAt.calls[0]?.body))).toEqual({
      personalizations: [{ to: [{ email: 'sarah@example.com' }], custom_args: { message: 'one' } }],
      from: { email: 'care@maylab.test' },
      subject: 'Tomorrow',
      content: [{ type: 'text/plain', value: 'Dear Søren ✓' }],
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
      },
      attachments: [
        {
          content: Buffer.from('BEGIN:VCALENDAR').toString('base64'),
          ...{ filename: 'session.ics', type: 'text/calendar', disposition: 'attachment' },
        },
      ],
    })
  })

  test('is asked once for one message, and says by a test that a key may not send', async () => {
    const messenger = await online.sendgrid.open()
    sendgridAt.forget()
    sendgridAt.next((_call, response) => json(response, 500, {}))
    await expect(messenger.deliver(letter(), signal)).rejects.toThrow(Unavailable)
    expect(sendgridAt.calls).toHaveLength(1)
    sendgridAt.next((_call, response) => json(response, 200, { scopes: ['stats.read'] }))
    await expect(messenger.test(signal)).rejects.toThrow('this API key may not send mail.')
  })
})

describe('Loops', () => {
  const settings = { apiKey: loopsKey, sessionReminderTemplateId: 'clx-session' }
  const open = async () =>
    loops(settings, await outboundClientFor('loops.so', loopsAt.origin, settings))

  test('is handed what stands in a text by name, and sends it once', async () => {
    const messenger = await open()
    loopsAt.forget()
    const it = letter({ kind: 'sessionMoved' })
    expect(await messenger.deliver(it, signal)).toBe('sent')
    expect(await messenger.deliver(it, signal)).toBe('sent')
    expect(loopsAt.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([it.id, it.id])
    expect(JSON.parse(String(loopsAt.calls[0]?.body))).toEqual({
      ...{ transactionalId: 'clx-session', email: 'sarah@example.com', addToAudience: false },
      dataVariables: { with: 'Anna', subject: 'Tomorrow', text: 'Dear Søren ✓' },
    })
  })

  test.each([
    ['passwordReset', 'Password reset'],
    ['assignmentDue', 'Assignment due'],
    ['sharedConversation', 'Shared conversation'],
    ['safetyMark', 'Answer that should not wait'],
  ] as const)('asks for the template of %s, and is not called without it', async (kind, label) => {
    loopsAt.forget()
    const error = await failure((await open()).deliver(letter({ kind }), signal))
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toBe(
      `loops.so has no template for this message: fill in "${label} template id".`,
    )
    expect(emailSmsProviders['loops.so'].fields).toMatchObject({
      [`${kind}TemplateId`]: { label: `${label} template id` },
    })
    expect(loopsAt.calls).toEqual([])
  })

  test.each(messageKind.options)(
    'has a template for %s once its form is filled in',
    async (kind) => {
      const { fields } = emailSmsProviders['loops.so']
      const all = Object.keys(fields).map((name) => [
        name,
        name === 'apiKey' ? loopsKey : 'clx-all',
      ])
      const filled: Settings = Object.fromEntries(all)
      const messenger = loops(filled, await outboundClientFor('loops.so', loopsAt.origin, filled))
      expect(await messenger.deliver(letter({ kind }), signal)).toBe('sent')
    },
  )

  test('that says yes and means no is not believed', async () => {
    const messenger = await open()
    loopsAt.next((_call, response) =>
      json(response, 200, { success: false, error: { path: 'x', message: 'No such variable' } }),
    )
    await expect(messenger.deliver(letter(), signal)).rejects.toThrow('says: No such variable')
  })
})

describe('Twilio', () => {
  const open = () => online.twilio.open()

  test('is handed a form with at most 1600 characters, and keeps no text', async () => {
    const messenger = await open()
    twilioAt.forget()
    await messenger.deliver(letter({ recipient: '+4512345678', body: 'é'.repeat(2_000) }), signal)
    expect(Object.fromEntries(new URLSearchParams(String(twilioAt.calls[0]?.body)))).toEqual({
      ...{ To: '+4512345678', From: '+4570000000', Body: 'é'.repeat(1_600) },
      ContentRetention: 'discard',
    })
  })

  test('says who answered STOP, and that is not a number that is none', async () => {
    const messenger = await open()
    const to = (recipient: string) => failure(messenger.deliver(letter({ recipient }), signal))
    const stopped = await to('+4512340000')
    expect(stopped).toBeInstanceOf(PermanentFailure)
    expect(stopped.message).toBe(
      'twilio says: Attempt to send to unsubscribed recipient [phone number]',
    )
    const wrong = await to('12345678')
    expect(wrong).toBeInstanceOf(Rejected)
    expect(wrong).not.toBeInstanceOf(PermanentFailure)
  })

  test('whose account is not active says so by a test', async () => {
    const messenger = await open()
    twilioAt.next((_call, response) => json(response, 200, { status: 'suspended' }))
    await expect(messenger.test(signal)).rejects.toThrow('this account is suspended.')
  })
})
