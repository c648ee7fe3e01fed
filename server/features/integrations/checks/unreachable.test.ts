import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ProviderForm } from '#contract/integrations/providers/fields.ts'
import {
  integrationTypes,
  providerForm,
  providersByType,
} from '#contract/integrations/providers/providers.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { testApp } from '../../../test/test-app.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

const { deps } = await testApp()
const { dataDir } = deps.config
const catalogue = createCatalogue({ dataDir, modelsDir: `${dataDir}/models`, keyDir: dataDir })

/** A port without a listener. */
async function closedPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
const hosts = [
  ['a closed port', `127.0.0.1:${await closedPort()}`],
  ['an unknown host', 'nobody.invalid:443'],
] as const

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
function writeKeyFile(host: string) {
  const keyFile = path.join(dataDir, `${host.replace(':', '-')}.json`)
  writeFileSync(
    keyFile,
    JSON.stringify({
      type: 'service_account',
      client_email: 'recordings@a-project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: host.startsWith('127') ? `http://${host}/token` : `https://${host}/token`,
    }),
  )
  return keyFile
}

const samples = ['12345678', 'coaching', 'https://example.com', 'https://acme.my.salesforce.com']
const more = ['mail@example.com', '+4512345678', 'eu-north-1', `AC${'0'.repeat(32)}`]
const filled = ({ fields }: ProviderForm) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { isOptional }]) => !isOptional)
      .map(([name, { schema, options }]) => {
        const all = [...Object.keys(options ?? {}), ...samples, ...more]
        return [name, all.find((it) => schema.safeParse(it).success) ?? '']
      }),
  )

/** The built-in providers make no requests. */
const builtIn = new Set(['local_disk', 'local', 'built_in', 'outbox'])
const all = integrationTypes.flatMap((type) =>
  Object.keys(providersByType[type])
    .filter((provider) => !builtIn.has(provider))
    .map((provider) => [provider, type] as const),
)

const systemCode = /\b[A-Z]+_[A-Z_]+\b|\bE[A-Z]{4,}\b|fetch failed|getaddrinfo|undici|127\.0\.0\.1/

test('system error codes are recognized', () => {
  for (const it of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'fetch failed'])
    expect(`Anthropic cannot be reached (${it}).`).toMatch(systemCode)
})

// They mostly wait before the next attempt.
test.concurrent.each(hosts.flatMap((host) => all.map((it) => [...it, ...host] as const)))(
  '%s, a provider of %s, at %s has a readable error',
  async (provider, type, _, host) => {
    const keyFilePath = writeKeyFile(host)
    const address = provider === 'smtp' ? `smtp://${host}` : `http://${host}`
    const providers = createProviders({ ...deps, addresses: { [provider]: address } }, catalogue)
    const form = providerForm(type, provider)
    if (!form) throw new Error(provider)
    const settings = {
      ...filled(form),
      ...('keyFilePath' in form.fields && { keyFilePath, bucketName: 'coaching' }),
    }
    const adapter = providers.trial(type, { provider, settings })
    const failure: unknown = await adapter.test?.(AbortSignal.timeout(60_000)).catch((it) => it)
    expect(failure).toBeInstanceOf(Unavailable)
    const { message } = failure as Unavailable
    expect(message).toMatch(/cannot be reached/)
    expect(message).not.toMatch(systemCode)
  },
  90_000,
)
