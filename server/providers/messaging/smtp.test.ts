import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, isIP, type AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { failure } from '../../test/failure.ts'
import { mailCertificate } from '../../test/services/mail-certificate.ts'
import { mailServer } from '../../test/services/mail-server.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import type { Settings } from '../provider.ts'
import type { Message } from './messenger.ts'
import { type Network, smtp } from './smtp.ts'

const { outboundClientFor, entries, deleteEgress } = await testOutboundClients()
const server = await mailServer()
const plain = await mailServer({ disabledCommands: ['STARTTLS'] })
const encrypted = await mailServer({ secure: true })
afterAll(() => Promise.all([server, plain, encrypted].map((it) => it.close())))
afterEach(async () => {
  for (const it of [server, plain, encrypted]) it.mails.length = 0
  await deleteEgress()
})

const from = { fromEmail: 'care@maylab.test' }
const user = { username: 'mailer', password: 'pass-word' }
type Given = { address?: string; settings?: Settings; network?: Network }

/** Configured by the environment, as in an installation that does not use the form. */
async function messenger({ address, settings = { ...from, ...user }, network }: Given = {}) {
  const outboundClient = await outboundClientFor({
    ...{ type: 'email_sms', provider: 'smtp', label: 'SMTP' },
    ...{ addresses: address ? { smtp: address } : {}, secrets: [settings['password'] ?? ''] },
  })
  return smtp(settings, outboundClient, network)
}
const at = ({ port }: { port: number }, host = '127.0.0.1', scheme = 'smtp') =>
  `${scheme}://${host}:${port}`
const message = (recipient = 'sarah@example.com'): Message => ({
  ...{ kind: 'passwordReset', values: {}, calendars: [], unsubscribeUrl: null },
  ...{ id: newId(), recipient, subject: 'Sæt en ny adgangskode' },
  body: 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n.\nthe end\n',
})
const never = new AbortController().signal
const send = async (given: Given, recipient?: string) =>
  (await messenger(given)).deliver(message(recipient), never)

/** Decodes the text of a quoted-printable or base64 email. */
function textOf(source: string) {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head))
    return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('an email arrives as written, with the same id for every attempt, and is logged', async () => {
  const it = message()
  const outside = await messenger({ address: at(server) })
  expect(await outside.deliver(it, never)).toBe('sent')
  expect(await outside.deliver(it, never)).toBe('sent')
  expect(server.mails).toHaveLength(2)
  for (const { from: sender, to, source } of server.mails) {
    expect({ sender, to }).toEqual({ sender: 'care@maylab.test', to: ['sarah@example.com'] })
    expect(source).toContain(`Message-ID: <${it.id}@maylab.test>`)
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(source).toContain('Subject: =?UTF-8?')
    expect(textOf(source).replaceAll('\r\n', '\n')).toBe(it.body)
  }
  const [entry] = await entries()
  expect(entry).toMatchObject({
    ...{ provider: 'smtp', purpose: 'message', host: `127.0.0.1:${server.port}` },
    ...{ status: 250, isSuccess: true, error: null },
  })
  expect(Number(entry?.bytesOut)).toBeGreaterThan(300)
  expect(Number(entry?.bytesIn)).toBeGreaterThan(100)
})

test('a message that can be turned off says how to mail programs', async () => {
  const unsubscribeUrl = 'https://wellbeing.example/api/unsubscribe/x'
  const outside = await messenger({ address: at(server) })
  await outside.deliver({ ...message(), unsubscribeUrl }, never)
  await outside.deliver(message(), never)
  const [mail, always] = server.mails
  expect(mail?.source).toContain(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`)
  expect(mail?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(always?.source).not.toContain('List-Unsubscribe')
})

test('a calendar file is the other version of the text, of its method; several are attachments', async () => {
  const file = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
  const outside = await messenger({ address: at(server) })
  expect(outside.from).toBe('care@maylab.test')
  const calendars = [{ method: 'CANCEL', file }]
  await outside.deliver({ ...message(), calendars }, never)
  await outside.deliver({ ...message(), calendars: [...calendars, ...calendars] }, never)
  const [mail, withTwo] = server.mails
  expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(mail?.source).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/m)
  expect(mail?.source).toContain('METHOD:CANCEL')
  expect(mail?.source).not.toContain('Content-Disposition')
  expect(withTwo?.source).toMatch(/^Content-Type: multipart\/mixed;/m)
  expect(withTwo?.source).toMatch(/^Content-Disposition: attachment; filename=session-2.ics/m)
})

test('user and password in the environment override those of the form', async () => {
  const settings = { ...from, username: 'mailer', password: 'an-old-one' }
  await send({ address: `smtp://mailer:pass-word@127.0.0.1:${server.port}`, settings })
  expect(server.mails).toHaveLength(1)
})

test('the sender defaults to the username if that is an address, and is required otherwise', async () => {
  const error = await failure(send({ address: at(server), settings: user }))
  expect(error).toBeInstanceOf(Unavailable)
  expect(error.message).toBe('SMTP needs a sender: fill in From email.')
  const open = await mailServer({ onAuth: (_auth, _session, done) => done(null, { user: 'x' }) })
  await send({ address: at(open), settings: { username: 'care@own.test', password: 'x' } })
  expect(open.mails.map((it) => it.from)).toEqual(['care@own.test'])
  await open.close()
})

describe('a mail server that rejects', () => {
  test.each([
    ['unknown', Rejected, 550, 'SMTP says: 550 5.1.1 <[email address]>: no such mailbox'],
    ['greylisted', Unavailable, 450, 'SMTP says: 450 4.2.0 <[email address]>: try again later'],
  ])(
    'a recipient is quoted, and its code decides whether to retry: %s',
    async (who, kind, code, words) => {
      const error = await failure(send({ address: at(server) }, `${who}@example.com`))
      expect(error).toBeInstanceOf(kind)
      expect(error.message).toBe(words)
      expect(await entries()).toMatchObject([{ status: code, isSuccess: false, error: words }])
      expect(server.mails).toEqual([])
    },
  )

  test('a password is quoted, without the password', async () => {
    const settings = { ...from, username: 'mailer', password: 'guessed-wrong' }
    for (const work of ['deliver', 'test'] as const) {
      const it = await messenger({ address: at(server), settings })
      const error = await failure(work === 'test' ? it.test(never) : it.deliver(message(), never))
      expect(error).toBeInstanceOf(Rejected)
      expect(error.message).toBe('SMTP says: 535 5.7.8 Authentication credentials invalid')
    }
    expect(JSON.stringify(await entries())).not.toContain('guessed-wrong')
  })
})

describe('a mail server that is unreachable', () => {
  test('fails if it does not respond in time', async () => {
    const timeouts = { connectMs: 2_000, idleTimeoutMs: 2_000, timeoutMs: 4_000 }
    const given = { address: at(server), network: { timeouts } }
    const error = await failure(send(given, 'slow@example.com'))
    expect(error).toBeInstanceOf(Unavailable)
    expect(error.message).toBe('SMTP did not respond in time.')
  })

  test('fails for another kind of server, whose response is not shown', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => {})
      socket.end('redis: the inner secrets of another service\r\n')
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const error = await failure(send({ address: at({ port }) }))
    expect(error).toBeInstanceOf(Unavailable)
    expect(error.message).toBe('SMTP does not respond as a mail server.')
    other.close()
  })

  test('does not delay a cancellation', async () => {
    const stop = new AbortController()
    const outside = await messenger({ address: at(server) })
    const sending = outside.deliver(message('slow@example.com'), stop.signal)
    stop.abort(new Error('stopping'))
    expect((await failure(sending)).message).toBe('stopping')
  })
})

/** A DNS lookup that resolves every name to these addresses. */
const lookupOf = (...addresses: string[]) =>
  ((_host: string, _options: unknown, done: (...of: unknown[]) => void) =>
    done(
      addresses.length ? null : Object.assign(new Error('no host'), { code: 'ENOTFOUND' }),
      addresses.map((address) => ({ address, family: isIP(address) })),
    )) as unknown as typeof lookup

describe('a mail server on another machine', () => {
  const here = lookupOf('127.0.0.1')
  const named = (it: { port: number }, scheme?: string) => at(it, 'mail.example.com', scheme)

  test('requires STARTTLS, or TLS from the first byte', async () => {
    const network = { lookup: here, ca: mailCertificate.cert }
    await send({ address: named(server), network })
    await send({ address: named(encrypted, 'smtps'), network })
    const mails = [...server.mails, ...encrypted.mails]
    expect(mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true])
  })

  test.each([
    ['it offers no TLS', plain, mailCertificate.cert, 'smtp'],
    ['nobody trusts its certificate', server, undefined, 'smtp'],
    ['nobody trusts its certificate from the first byte', encrypted, undefined, 'smtps'],
  ])('gets no message if %s', async (_why, it, ca, scheme) => {
    const network = { lookup: here, ...(ca !== undefined && { ca }) }
    const error = await failure(send({ address: named(it, scheme), network }))
    expect(error).toBeInstanceOf(Unavailable)
    expect(error.message).toMatch(/^SMTP offers no trusted encryption, so nothing/)
    expect(it.mails).toEqual([])
  })

  test('gets no message if its certificate is for another name', async () => {
    const network = { lookup: here, ca: mailCertificate.cert }
    const error = await failure(send({ address: at(server, 'mail.example.net'), network }))
    expect(error.message).toMatch(/^SMTP offers no trusted encryption/)
    expect(server.mails).toEqual([])
  })
})

describe('a host in the form', () => {
  // More addresses: local-addresses.test.ts.
  test.each([
    ['localhost', ['127.0.0.1']],
    ['127.1.2.3', []],
    ['::ffff:127.0.0.1', []],
    ['inner.example.com', ['10.0.0.7', '169.254.169.254']],
  ])('%s is rejected as an address of this machine or its network', async (host, addresses) => {
    const settings = { ...from, ...user, host }
    const network = { lookup: lookupOf(...addresses) }
    const error = await failure(send({ settings, network }))
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toMatch(/^SMTP was not called: its address leads to this machine/)
  })

  test('must exist', async () => {
    const settings = { ...from, host: 'nobody.example.com' }
    const unknown = await failure(send({ settings, network: { lookup: lookupOf() } }))
    expect(unknown.message).toBe('SMTP cannot be reached: the host name does not exist.')
    expect((await failure(send({ settings: from }))).message).toBe(
      'SMTP needs a host: fill in Host, or set SMTP_BASE_URL.',
    )
  })
})

test('a connection test signs in and sends nothing', async () => {
  const known = await messenger({ address: at(server) })
  expect(await known.test(never)).toBe('Signed in to 127.0.0.1.')
  const unknown = await messenger({ address: at(server), settings: from })
  expect(await unknown.test(never)).toBe('127.0.0.1 responds; no username is set.')
  expect(server.mails).toEqual([])
  expect(await entries()).toMatchObject([
    { purpose: 'test', isSuccess: true },
    { purpose: 'test', isSuccess: true },
  ])
})
