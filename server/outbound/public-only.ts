import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { isPublic } from './networks.ts'

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
