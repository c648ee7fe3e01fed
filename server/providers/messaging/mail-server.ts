import type { Settings } from '../adapter.ts'

export type MailServer = {
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
export function parseMailServer(settings: Settings, address: string): MailServer | undefined {
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
