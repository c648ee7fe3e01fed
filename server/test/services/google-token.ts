import { createVerify, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Call, json, localService } from '../local-service.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const email = 'recordings@a-project.iam.gserviceaccount.com'
const claims = z.object({
  iss: z.literal(email),
  scope: z.string().min(1),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

/**
 * A fake of Google's token endpoint for service accounts (OAuth 2.0 for server to server applications): exchanges an
 * assertion, signed RS256 with the account's key, for this audience and valid for at most an hour, for a bearer token.
 */
export async function googleTokenService(now = Date.now) {
  const given: string[] = []
  const service = await localService((call, response) => {
    const refuse = (error: string, description: string) =>
      json(response, 400, { error, error_description: description })
    const form = new URLSearchParams(call.body.toString())
    if (call.method !== 'POST' || call.path !== '/token') return json(response, 404, {})
    if (form.get('grant_type') !== grant)
      return refuse('unsupported_grant_type', 'Invalid grant_type: ')
    const said = assertionIn(call)
    if (!said) return refuse('invalid_grant', 'Invalid JWT Signature.')
    const { aud, iat, exp } = said
    const seconds = now() / 1000
    if (aud !== tokenUri || exp - iat > 3600 || iat > seconds + 60 || exp < seconds)
      return refuse('invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes).')
    given.push(`ya29.token-${given.length + 1}`)
    json(response, 200, { access_token: given.at(-1), expires_in: 3599, token_type: 'Bearer' })
  })
  const tokenUri = `${service.origin}/token`
  return {
    ...service,
    /** Issued tokens, newest last. */
    given,
    isGood: (authorization: string | undefined) =>
      given.some((token) => authorization === `Bearer ${token}`),
    /** Writes the key file of the account, in the format of the console. */
    writeKeyFile(folder: string, name = 'account.json', instead: Record<string, unknown> = {}) {
      const account = {
        type: 'service_account',
        project_id: 'a-project',
        private_key_id: 'c0ffee',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        client_email: email,
        client_id: '1234567890',
        token_uri: tokenUri,
      }
      writeFileSync(path.join(folder, name), JSON.stringify({ ...account, ...instead }))
      return name
    },
  }
}

/** The claims of an assertion, if its signature is valid. */
export function assertionIn({ body }: Call) {
  const assertion = new URLSearchParams(body.toString()).get('assertion') ?? ''
  const [head = '', said = '', signature = ''] = assertion.split('.')
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${said}`)
    .verify(publicKey, Buffer.from(signature, 'base64url'))
  if (!isSigned) return undefined
  return claims.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString())).data
}
