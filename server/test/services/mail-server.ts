import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { mailCertificate } from './mail-certificate.ts'

/** A mail as the server took it: for whom, and all of its lines. */
export type Mail = { from: string; to: string[]; source: string; isEncrypted: boolean }

/**
 * A real SMTP server on this machine, for submission (RFC 6409): it takes mail from whoever signs in as `mailer` with
 * `pass-word`, offers STARTTLS with a certificate for mail.example.com, and refuses addresses as mail servers do:
 * `unknown@` for good (550), `greylisted@` for now (450), `slow@` not at all.
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
    // Who breaks off has sent no mail.
    onData: callbackify(keep),
    ...options,
  })
  // Who leaves in the middle of a word is no fault of the server.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    /** In the order in which they came. */
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
