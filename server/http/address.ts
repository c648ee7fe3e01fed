import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** What Fastify asks of each address between here and the caller, the nearest first. */
export const trustOf = ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

/**
 * The address that a request came from: the connection's own, or what the last trusted proxy says of it (TRUST_PROXY).
 * Some proxies add a port; what is no address at all is not repeated.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>) {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return isIP(bare) ? bare : 'unknown'
}
