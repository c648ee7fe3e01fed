import { isIP } from 'node:net'
import type { IntegrationType, ProviderKey } from '#contract/integrations/providers/providers.ts'
import type { BaseAddresses } from '../../platform/config/base-addresses.ts'
import { getRegion } from '../../platform/outbound/region.ts'
import type { Settings } from '../../providers/provider.ts'

type BuiltIn = 'local_disk' | 'local' | 'built_in' | 'outbox'
type OutsideKey = Exclude<{ [T in IntegrationType]: ProviderKey<T> }[IntegrationType], BuiltIn>

const hostIn = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '')
const regional = (region: string, host: string) => [region, host].filter(Boolean).join('.')

/** The host that receives the data, from the settings of an integration; empty: only the environment names it. */
const hosts: Record<OutsideKey, (settings: Settings) => string> = {
  bunny: ({ region = 'de' }) => regional(region === 'de' ? '' : region, 'storage.bunnycdn.com'),
  aws_s3: ({ endpoint = '', region = '' }) =>
    hostIn(endpoint) || `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  google_cloud: () => 'storage.googleapis.com',
  openai_whisper: () => 'api.openai.com',
  google_speech: ({ location = 'eu' }) =>
    `${location === 'global' ? '' : `${location}-`}speech.googleapis.com`,
  elevenlabs: () => 'api.elevenlabs.io',
  whisper_server: () => '',
  openai_gpt5: () => 'api.openai.com',
  anthropic_claude: () => 'api.anthropic.com',
  openai_compatible: () => '',
  'loops.so': () => 'app.loops.so',
  sendgrid: () => 'api.sendgrid.com',
  twilio: () => 'api.twilio.com',
  smtp: ({ host = '' }) => host,
  pipedrive: ({ companyDomain = '' }) => `${companyDomain}.pipedrive.com`,
  hubspot: () => 'api.hubapi.com',
  salesforce: ({ instanceUrl = '' }) => hostIn(instanceUrl),
}

/** Undefined for built-in providers. A server of the operator may pass on what it gets, wherever it runs. */
export function outsideHost(provider: string, settings: Settings, addresses: BaseAddresses) {
  if (!Object.hasOwn(hosts, provider)) return undefined
  return hostIn(addresses[provider] ?? '') || hosts[provider as OutsideKey](settings)
}

/** Names and addresses inside a network are nobody else's business. */
const isInternal = (host: string) =>
  isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
  !host.includes('.') ||
  /\.(?:arpa|corp|home|internal|lan|local)$/i.test(host)

/** "OpenAI (eu.api.openai.com, in the EU)" */
export function describeService(label: string, host: string) {
  if (isInternal(host)) return `${label} (a server of the operator)`
  const region = getRegion(host)
  return `${label} (${host}${region === undefined ? '' : `, in ${region}`})`
}
