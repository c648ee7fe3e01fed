import { NIL } from 'uuid'
import { expect, test } from 'vitest'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import type { Provider } from '../../providers/provider.ts'
import { describeService, outsideHost } from './service-hosts.ts'

test.each([
  ['openai_whisper', {}, 'api.openai.com'],
  ['elevenlabs', {}, 'api.elevenlabs.io'],
  ['bunny', { region: 'se', storageZoneName: 'x' }, 'se.storage.bunnycdn.com'],
  ['bunny', { region: 'de', storageZoneName: 'x' }, 'storage.bunnycdn.com'],
  ['aws_s3', { region: 'eu-north-1' }, 's3.eu-north-1.amazonaws.com'],
  ['aws_s3', { region: 'x', endpoint: 'https://s3.example.com' }, 's3.example.com'],
  ['google_cloud', {}, 'storage.googleapis.com'],
  ['openai_gpt5', {}, 'api.openai.com'],
  ['anthropic_claude', {}, 'api.anthropic.com'],
  ['loops.so', {}, 'app.loops.so'],
  ['sendgrid', {}, 'api.sendgrid.com'],
  ['twilio', {}, 'api.twilio.com'],
  ['pipedrive', { companyDomain: 'acme' }, 'acme.pipedrive.com'],
  ['hubspot', {}, 'api.hubapi.com'],
  ['salesforce', { instanceUrl: 'https://acme.my.salesforce.com' }, 'acme.my.salesforce.com'],
])('the host of %s with %j is the one it calls', (provider, settings, expected) => {
  const called: string[] = []
  const catalogue = createCatalogue({ dataDir: '/tmp', modelsDir: '/tmp', keyDir: '/tmp' })
  const { open } = Object.assign({}, ...Object.values(catalogue))[provider] as Provider<'crm'>
  const baseUrl = (documented: string) => {
    called.push(new URL(documented).hostname)
    return documented
  }
  open(settings, { label: '', integrationId: NIL, baseUrl } as unknown as OutboundClient)
  expect(called).toContain(expected)
  expect(outsideHost(provider, settings, {})).toBe(expected)
})

test.each([
  ['a public server', 'https://llm.example.com', 'Model (llm.example.com)'],
  ['a name in their network', 'http://llm.internal:8000', 'Model (a server of the operator)'],
  ['a container', 'http://ollama:11434', 'Model (a server of the operator)'],
  ['an address in their network', 'http://10.0.0.7:8000', 'Model (a server of the operator)'],
])('%s of the operator is named only if it is public', (_what, address, expected) => {
  const host = outsideHost('openai_compatible', {}, { openai_compatible: address })
  expect(describeService('Model', host ?? 'none')).toBe(expected)
})

test('only built-in providers keep data on this machine', () => {
  const here = 'http://localhost:11434'
  expect(outsideHost('built_in', {}, {})).toBeUndefined()
  expect(outsideHost('openai_compatible', {}, { openai_compatible: here })).toBe('localhost')
  expect(outsideHost('smtp', { host: 'localhost' }, {})).toBe('localhost')
  expect(describeService('SMTP', 'localhost')).toBe('SMTP (a server of the operator)')
})
