import { NIL } from 'uuid'
import { expect, test } from 'vitest'
import { getRegion } from '../../platform/outbound/region.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import type { Provider } from '../../providers/provider.ts'
import { describeService, outsideHost } from './service-hosts.ts'

const usa = 'the United States'

test.each([
  ['openai_whisper', {}, 'api.openai.com', undefined],
  ['elevenlabs', {}, 'api.elevenlabs.io', undefined],
  ['google_speech', {}, 'eu-speech.googleapis.com', 'the EU'],
  ['google_speech', { location: 'us-central1' }, 'us-central1-speech.googleapis.com', usa],
  ['google_speech', { location: 'global' }, 'speech.googleapis.com', undefined],
  ['bunny', { region: 'se', storageZoneName: 'x' }, 'se.storage.bunnycdn.com', 'the EU'],
  ['bunny', { region: 'de', storageZoneName: 'x' }, 'storage.bunnycdn.com', 'the EU'],
  ['bunny', { region: 'ny', storageZoneName: 'x' }, 'ny.storage.bunnycdn.com', usa],
  ['aws_s3', { region: 'eu-north-1' }, 's3.eu-north-1.amazonaws.com', 'the EU'],
  ['aws_s3', { region: 'eu-central-2' }, 's3.eu-central-2.amazonaws.com', 'Switzerland'],
  [
    'aws_s3',
    { region: 'eu-west-1', endpoint: 'https://s3.example.com' },
    's3.example.com',
    undefined,
  ],
  ['google_cloud', {}, 'storage.googleapis.com', undefined],
  ['openai_gpt5', {}, 'api.openai.com', undefined],
  ['anthropic_claude', {}, 'api.anthropic.com', undefined],
  ['loops.so', {}, 'app.loops.so', undefined],
  ['sendgrid', {}, 'api.sendgrid.com', undefined],
  ['twilio', {}, 'api.twilio.com', undefined],
  ['pipedrive', { companyDomain: 'acme' }, 'acme.pipedrive.com', undefined],
  ['hubspot', {}, 'api.hubapi.com', undefined],
  [
    'salesforce',
    { instanceUrl: 'https://acme.my.salesforce.com' },
    'acme.my.salesforce.com',
    undefined,
  ],
])('the host of %s with %j is the one it calls', (provider, settings, expected, region) => {
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
  expect(getRegion(expected)).toBe(region)
})

test.each([
  ['openai_whisper', 'https://eu.api.openai.com', 'the EU'],
  ['openai_gpt5', 'https://us.api.openai.com', usa],
  ['elevenlabs', 'https://api.eu.residency.elevenlabs.io', 'the EU'],
  ['google_cloud', 'https://storage.europe-west2.rep.googleapis.com', 'the United Kingdom'],
  ['openai_gpt5', 'https://gateway.eu-west-1.example.com', undefined],
  ['anthropic_claude', 'https://eu.api.openai.com.example.com', undefined],
])('the region of %s at %s is %s', (provider, address, expected) => {
  const host = outsideHost(provider, {}, { [provider]: address })
  expect(getRegion(host ?? '')).toBe(expected)
  expect(describeService('Service', host ?? '')).toBe(
    `Service (${host}${expected ? `, in ${expected}` : ''})`,
  )
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
