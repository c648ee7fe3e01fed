import { login } from '#contract/accounts/auth.ts'
import { password } from '#server/test/make.ts'

/** The cookie of a new login of a person made by server/test/make.ts. */
export async function signIn(origin: string, email: string) {
  const response = await fetch(origin + login.path, {
    method: login.method,
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
