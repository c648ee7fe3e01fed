import { lookup as lookupCallback, type LookupAddress, type LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopback } from '../config/loopback.ts'
import { Rejected } from '../jobs/errors.ts'

const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Loopback, link-local and multicast addresses, and cloud metadata services; in IPv6 also the prefixes that wrap an IPv4
 * address (IPv4-compatible, NAT64, Teredo, 6to4). BlockList itself handles `::ffff:0:0/96`.
 */
const local = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'],
  ...['100.100.100.200/32', '168.63.129.16/32'],
  ...['::/96', 'fe80::/10', 'ff00::/8', 'fd00:ec2::254/128'],
  ...['64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
]) {
  const [address = '', bits] = network.split('/')
  local.addSubnet(address, Number(bits), getFamily(address))
}

/** Whether an address leads to this machine, its network segment or a metadata service (docs/decisions/015). */
export const isLocalAddress = (address: string) =>
  local.check(address, getFamily(address)) || ownAddresses().check(address, getFamily(address))

/** Whether a name or address in canonical notation leads there without a lookup. */
export const isLocalHost = (host: string) => (isIP(host) ? isLocalAddress(host) : isLoopback(host))

/** Read each time, because they change with the network. */
function ownAddresses() {
  const own = new BlockList()
  for (const { address } of Object.values(networkInterfaces()).flatMap((it) => it ?? []))
    own.addAddress(address, getFamily(address))
  return own
}

export const localAddressError = (label: string) =>
  new Rejected(
    'refused',
    `${label} was not called: its address leads to this machine or its own network segment. Only the environment may name such an address.`,
  )

/** The error code of a lookup that found a local address. */
export const localAddressCode = 'ELOCAL'
const lookupError = () => Object.assign(new Error('a local address'), { code: localAddressCode })

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** A `lookup` for connections that fails if one of the addresses is local. */
export function lookupPublicHost(
  host: string,
  options: LookupOptions,
  done: LookupDone,
  resolve: typeof lookupCallback = lookupCallback,
) {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) done(error ?? lookupError(), [])
    else if (addresses.some(({ address }) => isLocalAddress(address))) done(lookupError(), [])
    else if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)
