import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GivenSettings } from '#contract/integrations/integrations.ts'
import type { ProviderForm } from '#contract/integrations/providers/fields.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  isLocalAddress,
  isLocalHost,
  type Resolve,
  resolveHost,
} from '../../../platform/outbound/local-addresses.ts'

/** For a DNS lookup; each connection checks the address again. */
const timeoutMs = 2000

/** Throws invalid for an address on this machine or its network segment, in any notation. */
export async function requirePublicAddress(
  { fields }: ProviderForm,
  given: GivenSettings,
  resolve: Resolve = resolveHost,
) {
  for (const [name, { label, isAddress, schema }] of Object.entries(fields)) {
    const value = given[name]?.trim()
    if (!isAddress || !value || !schema.safeParse(value).success) continue
    if (!(await resolvesToLocal(getHost(value), resolve))) continue
    const error = `${label} points to this machine or its local network, which only the environment may configure`
    throw new AppError('invalid', `${error}.`, { [`settings.${name}`]: error })
  }
}

/** The host, with IP addresses in canonical notation. */
function getHost(value: string) {
  const host = isIP(value) === 6 ? `[${value}]` : value
  const url = value.includes('://') ? value : `https://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : value
}

/** Throws invalid for the URL in a form's field if it leads to this machine or its network segment. */
export async function requirePublicUrl(field: string, label: string, url: string) {
  if (!(await resolvesToLocal(getHost(url)))) return
  const error = `${label} points to this machine or its local network, which only the environment may allow`
  throw new AppError('invalid', `${error}.`, { [field]: error })
}

/** Whether a host leads to this machine or its network segment. */
async function resolvesToLocal(host: string, resolve: Resolve = resolveHost) {
  if (isLocalHost(host)) return true
  if (isIP(host)) return false
  const timeout = sleep(timeoutMs, [] as const, { ref: false })
  const addresses = await Promise.race([resolve(host), timeout]).catch(() => [])
  return addresses.some(isLocalAddress)
}
