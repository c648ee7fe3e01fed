import type { Settings } from '../adapter.ts'

/** A mail server and how one signs in to it. */
export type MailServer = {
  host: string
  port: number
  /** Encrypted from the first byte; otherwise by STARTTLS. */
  isEncrypted: boolean
  user: string
  password: string
  /** The environment names it, so that it may be anywhere. */
  isOfEnvironment: boolean
}

const submission = 587
const submissionEncrypted = 465

/**
 * Where mail is handed over: at the address of the environment (`smtp://user:password@host:port`) where it gives one, with
 * what the form says of user and password where the address does not. Undefined where nobody says.
 */
export function parseMailServer(settings: Settings, address: string): MailServer | undefined {
  const { host = '', port = '', username = '', password = '' } = settings
  if (!address) {
    const number = Number(port) || submission
    return host
      ? {
          ...{ host, port: number, isEncrypted: number === submissionEncrypted },
          ...{ user: username, password, isOfEnvironment: false },
        }
      : undefined
  }
  const url = new URL(address)
  const isEncrypted = url.protocol === 'smtps:' || Number(url.port) === submissionEncrypted
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isEncrypted ? submissionEncrypted : submission),
    isEncrypted,
    user: decodeURIComponent(url.username) || username,
    password: decodeURIComponent(url.password) || password,
    isOfEnvironment: true,
  }
}
