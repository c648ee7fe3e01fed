import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GivenSettings } from '#contract/integrations.ts'
import type { ProviderForm } from '#contract/providers/fields.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  isLocalAddress,
  type Resolve,
  resolveHost,
} from '../../../platform/outbound/local-addresses.ts'

/** Milliseconds for a name: where it leads is looked at again with each connection. */
const patienceMs = 2000

/** Throws invalid for an address that leads to this machine or its network segment, however it is spelled. */
export async function requireOutside(
  { fields }: ProviderForm,
  given: GivenSettings,
  resolve: Resolve = resolveHost,
) {
  for (const [name, { label, isAddress, schema }] of Object.entries(fields)) {
    const value = given[name]?.trim()
    if (!isAddress || !value || !schema.safeParse(value).success) continue
    if (!(await isInside(hostOf(value), resolve))) continue
    const fault = `${label} leads to this machine or its own network segment, which only the environment may name`
    throw new AppError('invalid', `${fault}.`, { [`settings.${name}`]: fault })
  }
}

/** The host of an address or a name; every spelling of an IP address becomes the usual one. */
function hostOf(value: string) {
  const host = isIP(value) === 6 ? `[${value}]` : value
  const url = value.includes('://') ? value : `https://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : value
}

async function isInside(host: string, resolve: Resolve) {
  if (isIP(host)) return isLocalAddress(host)
  const late = sleep(patienceMs, [] as const, { ref: false })
  const addresses = await Promise.race([resolve(host), late]).catch(() => [])
  return addresses.some(isLocalAddress)
}
