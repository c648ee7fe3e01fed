import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { mailCertificate } from './mail-certificate.ts'

/** A received mail: envelope and source. */
export type Mail = { from: string; to: string[]; source: string; isEncrypted: boolean }

/**
 * A real local SMTP server for submission (RFC 6409). It accepts mail from the user `mailer` with the password
 * `pass-word`, offers STARTTLS with a certificate for mail.example.com, and treats recipients as mail servers do:
 * `unknown@` is rejected (550), `greylisted@` deferred (450), `slow@` gets no response.
 */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  async function keep(stream: Readable, { envelope, secure }: SMTPServerSession) {
    const { mailFrom, rcptTo } = envelope
    mails.push({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      ...{ source: await text(stream), isEncrypted: secure },
    })
  }
  const server = new SMTPServer({
    ...{ banner: 'maylab test', authMethods: ['PLAIN', 'LOGIN'], allowInsecureAuth: true },
    ...{ disableReverseLookup: true, closeTimeout: 100, ...mailCertificate },
    onAuth({ username, password }, _session, done) {
      if (username === 'mailer' && password === 'pass-word') return done(null, { user: username })
      return done(refusal(535, '5.7.8 Authentication credentials invalid'))
    },
    onRcptTo({ address }, _session, done) {
      const [who] = address.split('@')
      if (who === 'slow') return
      if (who === 'unknown') return done(refusal(550, `5.1.1 <${address}>: no such mailbox`))
      if (who === 'greylisted') return done(refusal(450, `4.2.0 <${address}>: try again later`))
      return done()
    },
    // Only called for complete mails: a connection that breaks off sends none.
    onData: callbackify(keep),
    ...options,
  })
  // A client may disconnect at any time.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    /** Received mails, oldest first. */
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
