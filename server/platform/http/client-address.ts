import { isIP, isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'

/** Value of Fastify's `trustProxy`. */
export const trustProxyOption = ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

/** The caller's address, as the last trusted proxy reports it (TRUST_PROXY), without a port. Invalid ones become "unknown". */
export function clientAddress({ ip }: { ip: string | undefined }) {
  // A closed connection has no address.
  const bare = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return isIP(bare) ? bare : 'unknown'
}

/** The network one caller controls: an IPv4 address, or the /64 of an IPv6 address (RFC 6177). */
export function clientNetwork(address: string) {
  if (!isIPv6(address)) return address
  // URL normalizes the address.
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
