import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import {
  isLocalHost,
  localAddressCode,
  localAddressError,
  lookupPublicHost,
} from '../../platform/outbound/local-addresses.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { redact } from '../../platform/outbound/redact.ts'
import { abortable } from '../../platform/jobs/abortable.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { isLoopback } from '../../platform/config/loopback.ts'
import type { Settings, Testable } from '../provider.ts'
import { type Message, type Messenger, unsubscribeHeaders } from './messenger.ts'

/** Replaced in tests. */
export type Network = {
  lookup?: typeof lookup
  /** A certificate authority. */
  ca?: string
  timeouts?: { connectMs: number; idleTimeoutMs: number; timeoutMs: number }
}
const defaultTimeouts = { connectMs: 10_000, idleTimeoutMs: 30_000, timeoutMs: 60_000 }

/** A server for message submission (RFC 6409), with a verified TLS certificate unless it runs on this machine. */
export function smtp(
  settings: Settings,
  outboundClient: OutboundClient,
  { lookup: resolve, ca, timeouts = defaultTimeouts }: Network = {},
): Messenger & Testable {
  const server = parseMailServer(settings, outboundClient.baseUrl(''))
  const { label } = outboundClient
  const lookupPublic: LookupFunction = (host, options, done) =>
    lookupPublicHost(host, options, done, resolve)

  async function connectTo({ host, port, isFromEnvironment }: MailServer, signal: AbortSignal) {
    if (!isFromEnvironment && isLocalHost(host)) throw localAddressError(label)
    const chosen = isFromEnvironment ? (resolve as LookupFunction | undefined) : lookupPublic
    const socket = connect({ host, port, signal, ...(chosen && { lookup: chosen }) })
    socket.on('error', () => {})
    try {
      const timeout = AbortSignal.timeout(timeouts.connectMs)
      await once(socket, 'connect', { signal: AbortSignal.any([signal, timeout]) })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  async function run<T>(
    purpose: string,
    signal: AbortSignal,
    work: (transport: Transporter, server: MailServer) => Promise<T>,
  ) {
    if (!server) throw new Unavailable(`${label} needs a host: fill in Host, or set SMTP_BASE_URL.`)
    const host = `${server.host}:${server.port}`
    const options = { purpose, host, signal, timeoutMs: timeouts.timeoutMs }
    return outboundClient.run(options, async (call) => {
      let socket: Socket | undefined
      try {
        // Imported on first use, to keep the start fast.
        const { createTransport } = await import('nodemailer')
        const connection = await connectTo(server, call.signal)
        socket = connection
        const transport = createTransport({
          ...transportOptions(server, { ca, idleTimeoutMs: timeouts.idleTimeoutMs }),
          getSocket: (_options, done) => done(null, { connection }),
        })
        const result = await abortable(work(transport, server), call.signal)
        call.status = 250
        return result
      } catch (error) {
        call.signal.throwIfAborted()
        call.status = (error as SmtpError).responseCode ?? null
        throw toFailure(error, label, (message) =>
          outboundClient.redact(redact(message, [server.password])),
        )
      } finally {
        call.bytesOut = socket?.bytesWritten ?? 0
        call.bytesIn = socket?.bytesRead ?? 0
        socket?.destroy()
      }
    })
  }

  const from = settings['fromEmail'] || (server?.user.includes('@') ? server.user : '')
  return {
    channel: 'email',
    from,
    deliver: async ({ id, recipient, subject, body, calendars, unsubscribeUrl }, signal) =>
      run('message', signal, async (transport) => {
        if (!from) throw new Unavailable(`${label} needs a sender: fill in From email.`)
        await transport.sendMail({
          from: { name: '', address: from },
          to: { name: '', address: recipient },
          subject,
          text: body,
          ...calendarParts(calendars),
          // The same for every attempt, so that servers can drop duplicates.
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...unsubscribeHeaders({ unsubscribeUrl }),
          },
        })
        return 'sent' as const
      }),
    test: (signal) =>
      run('test', signal, async (transport, { host, user }) => {
        await transport.verify()
        return user ? `Signed in to ${host}.` : `${host} responds; no username is set.`
      }),
  }
}

/**
 * One file is another version of the text, which calendars act on. Several are attachments: a message has one part that they act
 * on, and an attachment would take that from it.
 */
function calendarParts(calendars: Message['calendars']) {
  const parts = calendars.map(({ method, file }) => ({
    content: file,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }))
  return parts.length > 1
    ? { attachments: parts.map((it, index) => ({ ...it, filename: `session-${index + 1}.ics` })) }
    : { alternatives: parts }
}

function transportOptions(
  { host, port, isEncrypted, user, password, isFromEnvironment }: MailServer,
  { ca, idleTimeoutMs }: { ca: string | undefined; idleTimeoutMs: number },
) {
  const isLocal = isFromEnvironment && isLoopback(host)
  return {
    host,
    port,
    secure: isEncrypted,
    ...(isLocal ? { opportunisticTLS: true } : { requireTLS: true }),
    tls: {
      host,
      minVersion: 'TLSv1.2' as const,
      rejectUnauthorized: !isLocal,
      ...(!isIP(host) && { servername: host }),
      ...(ca !== undefined && { ca }),
    },
    ...(user && { auth: { user, pass: password }, forceAuth: true }),
    greetingTimeout: idleTimeoutMs,
    socketTimeout: idleTimeoutMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

type SmtpError = { code?: string; response?: string; responseCode?: number }

/** Quotes mail servers only: the response of any other service must not be shown. */
function toFailure(error: unknown, label: string, quote: (message: string) => string) {
  if (error instanceof Rejected || error instanceof Unavailable || !(error instanceof Error))
    return error
  const { code = '', response = '', responseCode } = error as SmtpError
  if (code === localAddressCode) return localAddressError(label)
  if (code === 'ETLS' || /certificate|self.signed|altname/i.test(error.message))
    return new Unavailable(
      `${label} offers no trusted encryption, so nothing was sent (${quote(error.message)}).`,
    )
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 600) {
    const message = `${label} says: ${quote(response)}`
    return responseCode < 500 ? new Unavailable(message) : new Rejected('refused', message)
  }
  if (code === 'EPROTOCOL') return new Unavailable(`${label} does not respond as a mail server.`)
  if (code === 'ETIMEDOUT' || ['TimeoutError', 'AbortError'].includes(error.name))
    return new Unavailable(`${label} did not respond in time.`)
  if (['EENVELOPE', 'EMESSAGE', 'EAUTH'].includes(code))
    return new Rejected('refused', `${label} cannot send it: ${quote(error.message)}`)
  const reason = code === 'ENOTFOUND' ? ': the host name does not exist' : ''
  return new Unavailable(`${label} cannot be reached${reason}.`, { cause: error })
}

type MailServer = {
  host: string
  port: number
  /** TLS from the first byte; STARTTLS if false. */
  isEncrypted: boolean
  user: string
  password: string
  /** Configured in the environment, so it may be in the local network. */
  isFromEnvironment: boolean
}

const submissionPort = 587
const encryptedPort = 465

/**
 * An address in the environment (`smtp://user:password@host:port`) overrides the form. A missing user or password is
 * taken from the form. Undefined without a host.
 */
function parseMailServer(settings: Settings, address: string): MailServer | undefined {
  const { host = '', port: givenPort = '', username = '', password = '' } = settings
  if (!address) {
    const port = Number(givenPort) || submissionPort
    return host
      ? {
          host,
          port,
          isEncrypted: port === encryptedPort,
          user: username,
          password,
          isFromEnvironment: false,
        }
      : undefined
  }
  const url = new URL(address)
  const isEncrypted = url.protocol === 'smtps:' || Number(url.port) === encryptedPort
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isEncrypted ? encryptedPort : submissionPort),
    isEncrypted,
    user: decodeURIComponent(url.username) || username,
    password: decodeURIComponent(url.password) || password,
    isFromEnvironment: true,
  }
}
