import { NIL } from 'uuid'
import * as oidc from 'openid-client'
import {
  type IdentityProvider,
  maxIdentityProviders,
} from '#contract/accounts/identity-providers.ts'
import type { Deps } from '../../../deps.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { createOutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { bytesBody } from '../../../platform/outbound/request-body.ts'
import { getClientSecret } from './identity-providers.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'>

const timeoutSeconds = 10
/** Anyone can start a sign-in, which must not send a request each time. */
const cacheMs = 5 * 60_000
const cache = new Map<string, { configuration: oidc.Configuration; until: number }>()

/** As `discoverProvider`, at most a few minutes old. */
export async function getConfiguration(deps: Needs, provider: IdentityProvider) {
  const key = JSON.stringify(provider)
  const cached = cache.get(key)
  if (cached && cached.until > Date.now()) return cached.configuration
  const configuration = await discoverProvider(deps, provider)
  if (cache.size >= maxIdentityProviders) cache.clear()
  cache.set(key, { configuration, until: Date.now() + cacheMs })
  return configuration
}

/** Reads the configuration that a provider publishes. Its requests go through the outbound client. */
export async function discoverProvider(deps: Needs, provider: IdentityProvider) {
  const { issuer, clientId, id } = provider
  const secret = await getClientSecret(deps, id)
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { client_secret: secret },
    clientAuthentication(secret),
    {
      timeout: timeoutSeconds,
      [oidc.customFetch]: outboundFetch(deps, provider, secret),
      execute: [
        // Checks signatures of ID tokens too, although they come directly from the provider.
        oidc.enableNonRepudiationChecks,
        // Only the environment allows such an issuer.
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
}

/** HTTP Basic, unless the provider only takes the secret in the body. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

function outboundFetch(
  { db, config }: Needs,
  { name, issuer, version }: IdentityProvider,
  secret: string,
): oidc.CustomFetch {
  const client = createOutboundClient(
    { db, addresses: {}, onError: () => {} },
    {
      integrationId: NIL,
      type: 'identity',
      provider: 'identity provider',
      label: name,
      secrets: [secret],
    },
  )
  const trustedHosts = [
    ...config.allowedLocalHosts,
    ...(version === null ? [new URL(issuer).host] : []),
  ]
  return async (url, { method, headers, body, signal }) => {
    const timeoutMs = timeoutSeconds * 1000
    const { status, text, ...response } = await client.send({
      purpose: 'sign-in',
      url,
      headers,
      timeoutMs,
      maxAttempts: 1,
      method: method === 'POST' ? 'POST' : 'GET',
      signal: signal ?? AbortSignal.timeout(timeoutMs),
      isUntrustedHost: !trustedHosts.includes(new URL(url).host),
      body: body ? bytesBody(String(body as string | URLSearchParams)) : undefined,
      outcomeOf: () => 'ok',
    })
    const type = response.headers['content-type']
    return new Response(text || null, { status, headers: { 'content-type': String(type) } })
  }
}

/** The outbound client's error within one of the library, or the error itself. */
export function findCause(error: unknown): unknown {
  for (let it = error; it instanceof Error; it = it.cause)
    if (it instanceof Unavailable || it instanceof Rejected) return it
  return error
}
