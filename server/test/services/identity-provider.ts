import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import { listening } from '../listening.ts'
import { json } from '../local-service.ts'

/** Claims of a person besides the subject. */
type Person = Record<string, unknown>

export const client = { id: 'maylab', secret: 'a-secret-of-the-client' }
const scope = 'openid email profile groups'

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }
}

/** A local OpenID Connect provider. A person signs in by entering their subject. */
export async function identityProvider(people: Record<string, Person>) {
  let provider: Provider | undefined
  let published: object | undefined
  const server = createServer((request, response) => {
    if (!provider) response.destroy()
    else if (request.url === '/jwks' && published) json(response, 200, published)
    else if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else void provider.callback()(request, response)
  })
  const listener = await listening(server)
  const { origin } = listener
  const key = newKey()

  /** Sets where the provider may send people back to. */
  function register(...redirectUris: string[]) {
    provider = new Provider(origin, {
      clients: [
        {
          ...{ client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris },
          post_logout_redirect_uris: redirectUris.map((it) => new URL('/login', it).href),
        },
      ],
      claims: {
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name'],
        groups: ['groups'],
      },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, ...people[accountId] }),
      }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      // Everybody has consented.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        })
        grant.addOIDCScope(scope)
        await grant.save()
        return grant
      },
      cookies: { keys: [randomUUID()] },
      jwks: { keys: [key] },
      pkce: { required: () => true },
    })
  }
  register('http://localhost/')
  /** Publishes a key with which nothing was signed. */
  const publishOtherKey = () => {
    const { kty, n, e, kid, alg, use } = newKey()
    published = { keys: [{ kty, n, e, kid, alg, use }] }
  }
  return { ...listener, register, people, publishOtherKey }
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<title>Sign in</title><form method="post"><label>User <input name="user"></label>' +
        '<button name="answer" value="yes">Sign in</button><button name="answer" value="no">Cancel</button></form>',
    )
    return
  }
  const form = new URLSearchParams(await text(request))
  await provider.interactionFinished(
    request,
    response,
    form.get('answer') === 'no'
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('user') ?? '' } },
  )
}

/** Goes from the authorization URL to the redirect back, as a browser would. */
export async function passProvider(authorizationUrl: string, user: string | undefined) {
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  const { origin } = url
  let body: URLSearchParams | undefined
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(url, {
      ...{ redirect: 'manual', method: body ? 'POST' : 'GET', body: body ?? null },
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const it of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(it) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location) url = new URL(location, url)
    else if (url.pathname.startsWith('/interaction/') && !body) {
      body = new URLSearchParams(user === undefined ? { answer: 'no' } : { user })
      continue
    } else throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`)
    body = undefined
    if (url.origin !== origin) return url
  }
  throw new Error('The provider does not come to an end.')
}
