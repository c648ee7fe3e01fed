import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { clientAddress } from './client-address.ts'
import { type CookieName, readCookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import type { Actor } from './mount.ts'
import { ownOrigin } from './origin.ts'

/** What services know of a request: who calls, from where, and with which cookies. */
export type Browser<Caller extends Actor | null = Actor | null> = {
  actor: Caller
  /** Of the product, as this browser calls it: for links and passkeys. */
  origin: string
  address: string
  device: string | null
  /** The page that opened or called this is on another site, or on another subdomain. */
  isFromOtherSite: boolean
  cookies: Partial<Record<CookieName, string>>
}

export const getBrowser = (
  config: Pick<Config, 'appOrigin'>,
  request: FastifyRequest,
): Browser => ({
  actor: request.actor,
  origin: ownOrigin(config, request),
  address: clientAddress(request),
  device: deviceName(request.headers['user-agent']),
  isFromOtherSite: ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])),
  cookies: readCookies(config, request),
})
