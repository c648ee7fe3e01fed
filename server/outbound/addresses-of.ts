import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { Rejected, Unavailable } from '../work/failures.ts'

/** Every address that a name has. */
export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** This machine, its own network segment, and the services by which clouds tell a machine its keys. */
const closed = new BlockList()
closed.addSubnet('0.0.0.0', 8)
closed.addSubnet('127.0.0.0', 8)
closed.addSubnet('169.254.0.0', 16)
closed.addSubnet('224.0.0.0', 3)
closed.addAddress('100.100.100.200')
closed.addAddress('168.63.129.16')
closed.addAddress('::', 'ipv6')
closed.addAddress('::1', 'ipv6')
closed.addSubnet('fe80::', 10, 'ipv6')
closed.addSubnet('ff00::', 8, 'ipv6')
closed.addAddress('fd00:ec2::254', 'ipv6')

const isClosed = (address: string) => closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

type Host = {
  host: string
  /** How people call the service. */
  label: string
  /** An administrator typed it; otherwise the environment names it, and it may be anywhere. */
  isOfForm: boolean
}

/**
 * The addresses of a host, to be connected to as they are: what its name means a moment later does not count. Throws
 * Rejected where one that a form holds is closed to forms (docs/decisions/060), Unavailable where the name is nobody's.
 */
export async function addressesOf({ host, label, isOfForm }: Host, resolve: Resolve = resolveHost) {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (!addresses.length)
    throw new Unavailable(`${label} cannot be reached: there is no host of that name.`)
  if (isOfForm && addresses.some(isClosed))
    throw new Rejected(
      'refused',
      `${label} is not called: its host leads to this machine or its own network segment, which only the environment may name.`,
    )
  return addresses
}
