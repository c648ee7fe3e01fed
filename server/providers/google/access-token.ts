import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { formBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import { abortable } from '../../platform/jobs/abortable.ts'
import { readKeyFile, type ServiceAccount } from './key-file.ts'

type Needs = {
  outboundClient: OutboundClient
  /** The folder of key files, and the one of it that is meant. */
  keyDir: string
  keyFilePath: string
  /** What the token is to open. */
  scopes: readonly string[]
}

/** Seconds that a token is asked for, the longest there is. */
const lifeSeconds = 3600
/** Seconds before its end at which a token is used no more: a call that begins with it may take a while to be read. */
const spareSeconds = 120
/** Milliseconds in which a token must have come, of each try. */
const defaultTimeoutMs = 10_000
/** Others may wait for it as well. */
const nobodyLeaves = new AbortController().signal
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/**
 * The access token of a service account (RFC 7523), by its key file and at the address that stands in it. It is kept until
 * shortly before it ends, and fetched once however many ask for it. Throws Rejected and Unavailable.
 */
export function createAccessTokens(
  { outboundClient, keyDir, keyFilePath, scopes }: Needs,
  now = Date.now,
  timeoutMs = defaultTimeoutMs,
) {
  let kept: { token: string; until: number } | undefined
  let fetching: Promise<string> | undefined

  async function fetchToken() {
    const account = await readKeyFile(keyDir, keyFilePath)
    const { access_token: token, expires_in: seconds } = (
      await outboundClient.send({
        purpose: 'signing in',
        method: 'POST',
        url: account.token_uri,
        body: formBody({ grant_type: grant, assertion: assertionOf(account, scopes, now()) }),
        ...{ signal: nobodyLeaves, timeoutMs },
      })
    ).json(answer)
    kept = { token, until: now() + (seconds - spareSeconds) * 1000 }
    return token
  }

  return async (signal: AbortSignal): Promise<string> => {
    if (kept && now() < kept.until) return kept.token
    fetching ??= fetchToken().finally(() => (fetching = undefined))
    return abortable(fetching, signal)
  }
}

/** Says who asks, for what and whom, signed with the key of the account. */
function assertionOf(account: ServiceAccount, scopes: readonly string[], now: number) {
  const issuedAt = Math.floor(now / 1000)
  const said = [
    { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) },
    {
      iss: account.client_email,
      scope: scopes.join(' '),
      aud: account.token_uri,
      ...{ iat: issuedAt, exp: issuedAt + lifeSeconds },
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${said}.${sign('RSA-SHA256', Buffer.from(said), privateKeyOf(account)).toString('base64url')}`
}

function privateKeyOf({ private_key: pem }: ServiceAccount) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Rejected('key-file', 'The private key in the key file cannot be read.')
  }
}
