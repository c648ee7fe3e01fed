import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Where browsers find this product: as configured, else the loopback address that they called (`host.ts` answers no
 * other). What a proxy says of the address (`X-Forwarded-Host`, `-Proto`) is never read: a page may set that as well.
 */
export const ownOrigin = (
  { appOrigin }: Pick<Config, 'appOrigin'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
) => appOrigin ?? `http://${headers.host}`

/** The same for a link that nobody's call leads to: without a configured address that of this machine. */
export const originOfLinks = ({ appOrigin, port }: Pick<Config, 'appOrigin' | 'port'>) =>
  appOrigin ?? `http://localhost:${port}`
