import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

type Origin = Pick<Config, 'appOrigin'>
const names = ['login', 'known-browser', 'pending-login', 'sign-in'] as const
export type CookieName = (typeof names)[number]

/** `Secure` and the `__Host-` prefix need https; on plain http (a loopback address) browsers would refuse them. */
export const isSecure = ({ appOrigin }: Origin) => appOrigin?.startsWith('https:') ?? false

export const cookieName = (origin: Origin, name: CookieName) =>
  isSecure(origin) ? `__Host-${name}` : name

export const readCookies = (
  origin: Origin,
  { cookies }: FastifyRequest,
): Partial<Record<CookieName, string>> =>
  Object.fromEntries(names.map((name) => [name, cookies[cookieName(origin, name)]]))

export type Cookie = {
  name: CookieName
  value: string
  sameSite: 'lax' | 'strict'
  /** Seconds; without it the cookie ends with the browser. */
  maxAge?: number
}

export const expiredCookie = (name: CookieName): Cookie => ({
  ...{ name, value: '', sameSite: 'strict', maxAge: 0 },
})

/** What a service answers, and the cookies to set now that its transaction has committed. */
type Answer = { answer: unknown; cookies: readonly Cookie[] }

/** Sets the cookies, which scripts cannot read, and returns the answer. */
export function setCookies<A extends Answer>(
  origin: Origin,
  reply: FastifyReply,
  { answer, cookies }: A,
): A['answer'] {
  const secure = isSecure(origin)
  for (const { name, value, ...options } of cookies)
    void reply.setCookie(cookieName(origin, name), value, {
      ...options,
      ...{ httpOnly: true, secure, path: '/' },
    })
  return answer
}
