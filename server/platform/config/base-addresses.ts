import { integrationTypes, providersOf } from '#contract/providers/providers.ts'

/** By the key of a provider: where it is reached instead of at its documented address. */
export type BaseAddresses = Readonly<Record<string, string>>

const all = integrationTypes.flatMap((type) => Object.keys(providersOf[type]))

/** 'loops.so' is asked for as LOOPS_SO_BASE_URL. */
const settingOf = (key: string) => `${key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_BASE_URL`

/** Providers that speak another protocol than HTTP. */
const schemes: Readonly<Record<string, RegExp>> = { smtp: /^smtps?:$/ }

/**
 * The addresses that the environment puts in the place of documented ones and of those that a form holds (product
 * decisions, section 8). An origin, to which the documented path is added; one that ends in `/v1` is taken as such. Throws an Error
 * that names each wrong setting and never its value.
 */
export function readBaseAddresses(
  env: Record<string, string | undefined>,
  keys: readonly string[] = all,
): BaseAddresses {
  const faults: string[] = []
  const entries = keys.flatMap((key) => {
    const given = env[settingOf(key)]
    if (!given) return []
    const address = addressIn(given, key)
    if (address === undefined)
      faults.push(
        `The setting ${settingOf(key)} is wrong: must be an address such as ${key in schemes ? 'smtp://user:password@host:587' : 'https://gateway.example.com'}.`,
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
