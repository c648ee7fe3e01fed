import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { isLocal } from './networks.ts'

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** The code of the error where a name leads to a local address. */
export const localCode = 'ELOCAL'
const leadsToLocal = () => Object.assign(new Error('a local address'), { code: localCode })

/** Resolves a name as connections do, and fails where one of its addresses is local. */
export function guardedLookup(
  name: string,
  options: LookupOptions,
  found: Found,
  resolve: typeof lookup = lookup,
) {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) found(error ?? leadsToLocal(), [])
    else if (addresses.some(({ address }) => isLocal(address))) found(leadsToLocal(), [])
    else if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
