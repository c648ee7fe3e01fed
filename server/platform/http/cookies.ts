import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

type Origin = Pick<Config, 'appOrigin'>
type Name = 'login' | 'known-browser' | 'pending-login' | 'sign-in'

/** `Secure` and the `__Host-` prefix need https; on plain http (a loopback address) browsers would refuse them. */
export const isSecure = ({ appOrigin }: Origin) => appOrigin?.startsWith('https:') ?? false

export const cookieName = (origin: Origin, name: Name) =>
  isSecure(origin) ? `__Host-${name}` : name

export const readCookie = (origin: Origin, { cookies }: FastifyRequest, name: Name) =>
  cookies[cookieName(origin, name)]

type Cookie = {
  value: string
  sameSite: 'lax' | 'strict'
  /** Seconds; without it the cookie ends with the browser. */
  maxAge?: number
}

/** Scripts cannot read it. */
export const setCookie = (
  origin: Origin,
  reply: FastifyReply,
  name: Name,
  { value, ...options }: Cookie,
) =>
  void reply.setCookie(cookieName(origin, name), value, {
    ...options,
    httpOnly: true,
    secure: isSecure(origin),
    path: '/',
  })

export const clearCookie = (origin: Origin, reply: FastifyReply, name: Name) =>
  void reply.clearCookie(cookieName(origin, name), { secure: isSecure(origin), path: '/' })
