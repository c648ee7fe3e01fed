import { createPrivateKey, sign } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { formBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import { abortable } from '../../platform/jobs/abortable.ts'
import { isLoopback } from '../../platform/config/loopback.ts'

type Needs = {
  outboundClient: OutboundClient
  keyDir: string
  keyFilePath: string
  scopes: readonly string[]
}

/** The maximum that Google allows. */
const lifeSeconds = 3600
/** Tokens are renewed early so that they do not expire during a request. */
const reserveSeconds = 120
const defaultTimeoutMs = 10_000
/** Concurrent callers share the request, so one abort must not end it. */
const neverAborted = new AbortController().signal
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Access tokens of a service account (RFC 7523) with a key file. Cached. Throws Rejected and Unavailable. */
export function createAccessTokens(
  { outboundClient, keyDir, keyFilePath, scopes }: Needs,
  now = Date.now,
  timeoutMs = defaultTimeoutMs,
) {
  let cached: { token: string; until: number } | undefined
  let fetching: Promise<string> | undefined

  async function fetchToken() {
    const account = await readKeyFile(keyDir, keyFilePath)
    const { access_token: token, expires_in: seconds } = (
      await outboundClient.send({
        purpose: 'signing in',
        method: 'POST',
        url: account.token_uri,
        body: formBody({ grant_type: grant, assertion: signAssertion(account, scopes, now()) }),
        sessionId: null,
        signal: neverAborted,
        timeoutMs,
      })
    ).json(answer)
    cached = { token, until: now() + (seconds - reserveSeconds) * 1000 }
    return token
  }

  return async (signal: AbortSignal): Promise<string> => {
    if (cached && now() < cached.until) return cached.token
    fetching ??= fetchToken().finally(() => (fetching = undefined))
    return abortable(fetching, signal)
  }
}

function signAssertion(account: ServiceAccount, scopes: readonly string[], now: number) {
  const issuedAt = Math.floor(now / 1000)
  const unsigned = [
    { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) },
    {
      iss: account.client_email,
      scope: scopes.join(' '),
      aud: account.token_uri,
      iat: issuedAt,
      exp: issuedAt + lifeSeconds,
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), readPrivateKey(account)).toString('base64url')}`
}

function readPrivateKey({ private_key: pem }: ServiceAccount) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Rejected('key-file', 'The private key in the key file cannot be read.')
  }
}

type ServiceAccount = z.infer<typeof serviceAccount>

/** The signed assertion grants access, so it is sent over TLS or to this machine only. */
const isSafe = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string().min(1),
  token_uri: z.url().refine(isSafe),
})

/** A key file has about 2 kB. */
const maxBytes = 64 * 1024

const outsideKeyFolder = () =>
  new Rejected('key-file', 'The key file must be in the folder for key files.')
const missingKeyFile = () =>
  new Rejected('key-file', 'There is no such key file in the folder for key files.')
const unreadableKeyFile = () =>
  new Rejected('key-file', 'The key file is not the key of a service account in JSON.')

/**
 * `name`: a path within `keyDir`, relative or absolute. Throws Rejected if it leaves that folder, also by a symlink,
 * without revealing whether the file exists.
 */
async function readKeyFile(keyDir: string, name: string): Promise<ServiceAccount> {
  const named = path.resolve(keyDir, name)
  requireWithin(keyDir, named)
  const [folder, file] = await Promise.all([realpath(keyDir), realpath(named)]).catch(() => {
    throw missingKeyFile()
  })
  requireWithin(folder, file)
  const found = await stat(file)
  if (!found.isFile()) throw missingKeyFile()
  if (found.size > maxBytes) throw unreadableKeyFile()
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Rejected('key-file', 'The key file cannot be read.')
  })
  const { success, data } = serviceAccount.safeParse(parsed(text))
  if (!success) throw unreadableKeyFile()
  return data
}

function requireWithin(folder: string, file: string) {
  if (!file.startsWith(folder + path.sep)) throw outsideKeyFolder()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
