import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { isLocal } from './networks.ts'

/** Every address that a name has. */
export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

type Host = {
  host: string
  /** How people call the service. */
  label: string
  /** An administrator typed it; otherwise the environment names it, and it may be anywhere. */
  isOfForm: boolean
}

/**
 * The addresses of a host, to be connected to as they are: what its name means a moment later does not count. Throws
 * Rejected where one that a form holds is closed to forms (docs/decisions/015), Unavailable where the name is nobody's.
 */
export async function addressesOf({ host, label, isOfForm }: Host, resolve: Resolve = resolveHost) {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (!addresses.length)
    throw new Unavailable(`${label} cannot be reached: there is no host of that name.`)
  if (isOfForm && addresses.some(isLocal)) throw localAddress(label)
  return addresses
}

/** Why an address that a form holds is not called. */
export const localAddress = (label: string) =>
  new Rejected(
    'refused',
    `${label} is not called: its address leads to this machine or its own network segment, which only the environment may name.`,
  )
