import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where browsers find this product: as configured, else the address that the request came to. */
export const ownOrigin = (
  { appOrigin }: Pick<Config, 'appOrigin'>,
  { protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>,
) => appOrigin ?? `${protocol}://${headers.host}`

/**
 * For links that are told to somebody else: as configured, else the address of this machine that was called. What the
 * caller says of the address (`Host`) is not believed, or a stranger could make a link to a site of their own.
 */
export function linkOrigin(
  { appOrigin }: Pick<Config, 'appOrigin'>,
  { socket }: Pick<FastifyRequest, 'socket'>,
) {
  // A connection that is gone has no address any more.
  const { localAddress = '127.0.0.1', localPort = 80 } = socket
  const host = localAddress.replace(/^::ffff:/, '')
  return (
    appOrigin ?? new URL(`http://${host.includes(':') ? `[${host}]` : host}:${localPort}`).origin
  )
}
