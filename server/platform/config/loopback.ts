import { BlockList, isIP } from 'node:net'

const thisMachine = new BlockList()
thisMachine.addSubnet('127.0.0.0', 8)
thisMachine.addAddress('::1', 'ipv6')

/** Whether a host name or address means this machine to whoever uses it; all names below localhost do (RFC 6761, section 6.3). */
export function isLoopback(host: string) {
  const name = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  const family = isIP(name)
  if (!family) return name === 'localhost' || name.endsWith('.localhost')
  return thisMachine.check(name, family === 4 ? 'ipv4' : 'ipv6')
}
