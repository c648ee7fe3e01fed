import { integrationTypes, providersByType } from '#contract/integrations/providers/providers.ts'

/** Addresses by provider key, used instead of the documented ones. */
export type BaseAddresses = Readonly<Record<string, string>>

const all = integrationTypes.flatMap((type) => Object.keys(providersByType[type]))

/** The variable of a provider: LOOPS_SO_BASE_URL for 'loops.so'. */
const getVariableName = (key: string) =>
  `${key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_BASE_URL`

/** Providers with a protocol other than HTTP. */
const schemes: Readonly<Record<string, RegExp>> = { smtp: /^smtps?:$/ }

/**
 * Reads the addresses that replace documented ones and those in settings (docs/product.md, "Providers"). Each is
 * an origin, to which the documented path is added; a final `/v1` is ignored. Throws an Error that names each wrong
 * variable, never its value.
 */
export function readBaseAddresses(
  env: Record<string, string | undefined>,
  keys: readonly string[] = all,
): BaseAddresses {
  const faults: string[] = []
  const entries = keys.flatMap((key) => {
    const given = env[getVariableName(key)]
    if (!given) return []
    const address = addressIn(given, key)
    if (address === undefined)
      faults.push(
        `The setting ${getVariableName(key)} is wrong: must be an address such as ${key in schemes ? 'smtp://user:password@host:587' : 'https://gateway.example.com'}.`,
      )
    return address === undefined ? [] : [[key, address] as const]
  })
  if (faults.length) throw new Error(faults.join('\n'))
  return Object.fromEntries(entries)
}

function addressIn(given: string, key: string) {
  const scheme = schemes[key]
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  if (scheme) return scheme.test(url.protocol) && url.hostname ? given : undefined
  const isPlain = !url.username && !url.password && !url.search && !url.hash
  const path = url.pathname.replace(/\/$/, '')
  if (!/^https?:$/.test(url.protocol) || !isPlain || !['', '/v1'].includes(path)) return undefined
  return url.origin
}
