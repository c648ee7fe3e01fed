import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** What is nobody's but one's own: this machine, its segment, private networks, and where clouds hand out keys. */
const closed = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32'],
  ...['169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/')
  closed.addSubnet(address, Number(bits))
}
/** Addresses of the sixth version that the world can reach, without those that stand for one of the fourth. */
const world = new BlockList()
world.addSubnet('2000::', 3, 'ipv6')
const wrapped = new BlockList()
wrapped.addSubnet('2001::', 32, 'ipv6')
wrapped.addSubnet('2002::', 16, 'ipv6')

export function isPublic(address: string) {
  if (isIP(address) === 4) return !closed.check(address)
  return world.check(address, 'ipv6') && !wrapped.check(address, 'ipv6')
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** The code of the error where a name leads into a network that is closed. */
export const closedCode = 'ECLOSED'
const isClosed = () => Object.assign(new Error('a closed network'), { code: closedCode })

/** Finds the addresses of a name as connections do, and none of a name of which one is not public. */
export function publicLookup(
  name: string,
  options: LookupOptions,
  found: Found,
  resolve: typeof lookup = lookup,
) {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) found(error ?? isClosed(), [])
    else if (!addresses.every(({ address }) => isPublic(address))) found(isClosed(), [])
    else if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
