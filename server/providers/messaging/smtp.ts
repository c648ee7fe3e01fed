import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import {
  resolveAddresses,
  type Resolve,
  resolveHost,
} from '../../platform/outbound/local-addresses.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { redact } from '../../platform/outbound/redact.ts'
import { abortable } from '../../platform/jobs/abortable.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { isLoopback } from '../../platform/config/loopback.ts'
import { type MailServer, parseMailServer } from './mail-server.ts'
import type { Settings, Testable } from '../adapter.ts'
import type { Messenger } from './messenger.ts'

/** What of the network a test puts in the place of the real one. */
export type Network = {
  resolve?: Resolve
  /** Who vouches for certificates, where it is not those that the machine trusts. */
  ca?: string
  /** Milliseconds: for a connection, without a byte, for all of it. */
  times?: { connectMs: number; idleTimeoutMs: number; timeoutMs: number }
}
const usualTimes = { connectMs: 10_000, idleTimeoutMs: 30_000, timeoutMs: 60_000 }

/**
 * Any mail server that takes mail for others (RFC 6409). Nothing is said to it but encrypted, with a certificate that is
 * good for its name, unless it runs on this machine.
 */
export function smtp(
  settings: Settings,
  outboundClient: OutboundClient,
  network: Network = {},
): Messenger & Testable {
  const { resolve = resolveHost, ca, times = usualTimes } = network
  const server = parseMailServer(settings, outboundClient.baseUrl(''))
  const { label } = outboundClient

  /** The first of its addresses that takes a connection. */
  async function reach({ host, port, isOfEnvironment }: MailServer, signal: AbortSignal) {
    const named = { host, label, isUntrustedHost: !isOfEnvironment }
    let failure: unknown
    for (const address of await resolveAddresses(named, resolve)) {
      const socket = connect({ host: address, port, signal })
      socket.on('error', () => {})
      const patience = AbortSignal.any([signal, AbortSignal.timeout(times.connectMs)])
      try {
        await once(socket, 'connect', { signal: patience })
        return socket
      } catch (error) {
        socket.destroy()
        signal.throwIfAborted()
        failure = error
      }
    }
    throw failure
  }

  const through = async <T>(
    purpose: string,
    signal: AbortSignal,
    work: (transport: Transporter, server: MailServer) => Promise<T>,
  ) => {
    if (!server) throw new Unavailable(`${label} needs a host: fill in Host, or set SMTP_BASE_URL.`)
    const host = `${server.host}:${server.port}`
    const options = { purpose, host, signal, timeoutMs: times.timeoutMs }
    return outboundClient.run(options, async (call) => {
      let socket: Socket | undefined
      try {
        // Read when the first mail leaves: a start does not wait for it.
        const { createTransport } = await import('nodemailer')
        const reached = await abortable(reach(server, call.signal), call.signal)
        socket = reached
        const transport = createTransport({
          ...optionsOf(server, { ca, idleTimeoutMs: times.idleTimeoutMs }),
          getSocket: (_options, done) => done(null, { connection: reached }),
        })
        const result = await abortable(work(transport, server), call.signal)
        call.status = 250
        return result
      } catch (error) {
        call.signal.throwIfAborted()
        call.status = codeOf(error) ?? null
        throw failureOf(error, label, (words) =>
          outboundClient.redact(redact(words, [server.password])),
        )
      } finally {
        call.bytesOut = socket?.bytesWritten ?? 0
        call.bytesIn = socket?.bytesRead ?? 0
        socket?.destroy()
      }
    })
  }

  return {
    channel: 'email',
    deliver: async ({ id, recipient, subject, body, calendar }, signal) =>
      through('message', signal, async (transport, { user }) => {
        const from = settings['fromEmail'] || (user.includes('@') ? user : '')
        if (!from) throw new Unavailable(`${label} needs a sender: fill in From email.`)
        await transport.sendMail({
          ...{ from: { name: '', address: from }, to: { name: '', address: recipient } },
          ...{ subject, text: body },
          ...(calendar !== null && { attachments: [{ ...calendarPart, content: calendar }] }),
          // The same for each try: whoever passes it on can tell that it is one message.
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return 'sent' as const
      }),
    test: (signal) =>
      through('test', signal, async (transport, { host, user }) => {
        await transport.verify()
        return user ? `${host} has let us in.` : `${host} answers; no username is set.`
      }),
  }
}

const calendarPart = { filename: 'session.ics', contentType: 'text/calendar; charset=utf-8' }

function optionsOf(
  { host, port, isEncrypted, user, password, isOfEnvironment }: MailServer,
  { ca, idleTimeoutMs }: { ca: string | undefined; idleTimeoutMs: number },
) {
  const isHere = isOfEnvironment && isLoopback(host)
  return {
    ...{ host, port, secure: isEncrypted },
    ...(isHere ? { opportunisticTLS: true } : { requireTLS: true }),
    tls: {
      ...{ host, minVersion: 'TLSv1.2' as const, rejectUnauthorized: !isHere },
      ...(!isIP(host) && { servername: host }),
      ...(ca !== undefined && { ca }),
    },
    ...(user && { auth: { user, pass: password }, forceAuth: true }),
    ...{ greetingTimeout: idleTimeoutMs, socketTimeout: idleTimeoutMs, socketCloseTimeout: 0 },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }
}

type Told = Partial<Record<'code' | 'response' | 'originalCode', string>> & {
  responseCode?: number
}

const codeOf = (error: unknown) => (error as Told).responseCode

/** What a mail server says is believed where it is a mail server: what else answers on a port is nobody's to read. */
function failureOf(error: unknown, label: string, said: (words: string) => string) {
  if (error instanceof Rejected || error instanceof Unavailable || !(error instanceof Error))
    return error
  const { code = '', response = '', responseCode } = error as Told
  if (code === 'ETLS' || /certificate|self.signed|altname/i.test(error.message))
    return new Unavailable(
      `${label} offers no encryption that can be trusted, so nothing was said to it (${said(error.message)}).`,
    )
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 600) {
    const sentence = `${label} says: ${said(response)}`
    return responseCode < 500 ? new Unavailable(sentence) : new Rejected('refused', sentence)
  }
  if (code === 'EPROTOCOL')
    return new Unavailable(`${label} does not answer as a mail server does.`)
  if (code === 'ETIMEDOUT' || error.name === 'TimeoutError' || error.name === 'AbortError')
    return new Unavailable(`${label} did not respond in time.`)
  if (code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'EAUTH')
    return new Rejected('refused', `${label} cannot take it: ${said(error.message)}`)
  return new Unavailable(`${label} cannot be reached.`, { cause: error })
}
