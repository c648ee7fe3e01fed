import { BlockList, isIP } from 'node:net'

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/** Whether a host name or address means this machine. All names below localhost do (RFC 6761, section 6.3). */
export function isLoopback(host: string) {
  const name = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  const family = isIP(name)
  if (!family) return name === 'localhost' || name.endsWith('.localhost')
  return loopbackAddresses.check(name, family === 4 ? 'ipv4' : 'ipv6')
}
