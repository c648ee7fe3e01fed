import { isIP, isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'

/** What Fastify asks of each address between here and the caller, the nearest first. */
export const trustOf = ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

/**
 * The address that a request came from: the connection's own, or what the last trusted proxy says of it (TRUST_PROXY).
 * Some proxies add a port; what is no address at all is not repeated.
 */
export function addressOf({ ip }: { ip: string | undefined }) {
  // A connection that has ended already tells no address any more.
  const bare = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return isIP(bare) ? bare : 'unknown'
}

/** What one caller has to choose from: an IPv4 address, or the /64 of an IPv6 address (RFC 6177). */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address
  // As a host of an address it is written in one way: in hexadecimal, and shortened at one place.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right]
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,ffff'
  return (isMapped ? groups : groups.slice(0, 4)).join(':')
}
