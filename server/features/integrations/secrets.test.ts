import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { Integration } from '#contract/integrations/integrations.ts'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import { buildApp } from '../../app.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../providers/registry.ts'
import { json, localService } from '../../test/local-service.ts'
import {
  everyProvider,
  fillForm,
  isAddress,
  newSecret,
  secrets,
  withFields,
} from '../../test/provider-forms.ts'
import { testApp } from '../../test/test-app.ts'
import { requirePublicAddress } from './checks/require-public-address.ts'

/** A service that echoes requests, as the worst case. */
const service = await localService(({ path, headers, body, query }, response) =>
  json(response, 401, {
    error: {
      message: `No: ${path} ${query.toString()} ${JSON.stringify(headers)} ${body.toString('utf8')}`,
    },
  }),
)
afterAll(() => service.close())

const named = withFields.map((it) => [it.provider, it] as const)

const { db, deps, signIn, emails } = await testApp((built) => {
  const { dataDir } = built.config
  const folders = { dataDir, modelsDir: `${dataDir}/models`, keyDir: dataDir }
  const addresses = Object.fromEntries(
    everyProvider
      .filter(({ provider }) => provider !== 'smtp')
      .map(({ provider }) => [provider, service.origin]),
  )
  return { providers: createProviders({ ...built, addresses }, createCatalogue(folders)) }
})
const lines: string[] = []
const app = await buildApp(deps, pino({ level: 'trace' }, { write: (it) => void lines.push(it) }))
afterAll(() => app.close())
const cookie = await signIn(emails.system)
const answers: string[] = []
const ask = async (options: InjectOptions) => {
  const headers = { origin: 'http://localhost:80', host: 'localhost:80', cookie }
  const answer = await app.inject({ ...options, headers })
  answers.push(answer.body + JSON.stringify(answer.headers))
  return answer
}
const url = '/api/admin/integration-settings'
const post = (to: string, payload: object = {}) => ask({ method: 'POST', url: to, payload })

test('there are fields to check', () => {
  expect(withFields.length).toBeGreaterThan(1)
  expect(withAddress.map(([provider]) => provider)).toContain('aws_s3')
  for (const it of ['aws_s3', 'smtp'])
    expect(withHostField.map(([provider]) => provider)).toContain(it)
})

/** Notations of this machine, and of cloud metadata services: forms must reject them. */
const inside = 'https://127.0.0.1'
const spellings = [
  ...[inside, 'https://127.1', 'https://2130706433', 'https://0x7f000001', 'https://0177.0.0.1'],
  ...[
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    ...['https://localhost', 'https://localhost.', 'https://a.localhost', 'https://[::127.0.0.1]'],
    'https://169.254.169.254',
  ],
]
const withAddress = everyProvider.flatMap(({ form, ...it }) =>
  Object.entries(form.fields)
    .filter(([, { schema, isSecret }]) => !isSecret && isAddress(schema))
    .map(([name]) => [it.provider, name, { ...it, form }] as const),
)

test.each(withAddress.flatMap((it) => spellings.map((address) => [...it, address] as const)))(
  '%s does not call this machine with %s',
  async (provider, name, { type, form }, address) => {
    const { dataDir } = deps.config
    const folders = { dataDir, modelsDir: `${dataDir}/models`, keyDir: dataDir }
    const plain = createProviders({ ...deps, addresses: {} }, createCatalogue(folders))
    const settings = { ...fillForm(form), [name]: address }
    const adapter = plain.trial(type, { provider, settings })
    await expect(adapter.test?.(new AbortController().signal)).rejects.toThrow(
      'its address leads to this machine',
    )
  },
)

const withHostField = everyProvider.flatMap(({ form, ...it }) =>
  Object.entries(form.fields)
    .filter(([, { isAddress: isFlagged, schema }]) => isFlagged || isAddress(schema))
    .flatMap(([name, { schema }]) =>
      spellings
        // Some fields accept a host only.
        .flatMap((address) => [address, address.slice('https://'.length).replace(/^\[|\]$/g, '')])
        .filter((address) => schema.safeParse(address).success)
        .map((address) => [it.provider, name, address, { ...it, form }] as const),
    ),
)

test.each(withHostField)(
  '%s rejects this machine as %s: %s',
  async (provider, name, address, { type, form }) => {
    const settings = { ...fillForm(form), [name]: address }
    const answer = await post(url, { type, provider, settings })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      fields: { [`settings.${name}`]: expect.stringContaining('points to this machine') },
    })
  },
)

test('an address whose name resolves to this machine is rejected', async () => {
  const form = providerForm('email_sms', 'smtp')
  if (!form) throw new Error('There is no SMTP.')
  const given = { host: 'inside.example.com' }
  await expect(
    requirePublicAddress(form, given, async () => ['203.0.113.1', '127.0.0.1']),
  ).rejects.toThrow('Host points to this machine')
  await requirePublicAddress(form, given, async () => ['203.0.113.1'])
  await requirePublicAddress(form, given, () => Promise.reject(new Error('nobody')))
})

test.each(named)(
  '%s requires its settings, with an error per field',
  async (_, { type, provider, form }) => {
    const answer = await post(url, { type, provider, settings: {} })
    const needed = Object.entries(form.fields).filter(([, { isOptional }]) => !isOptional)
    const faults = needed.map(([name, { label }]) => [`settings.${name}`, `${label} is required`])
    if (faults.length) expect(answer.json()).toMatchObject({ fields: Object.fromEntries(faults) })
    else {
      expect(answer.statusCode, answer.body).toBe(200)
      await ask({ method: 'DELETE', url: `${url}/${answer.json<Integration>().id}` })
    }
  },
)

test.each(named)(
  '%s never reveals a secret when added, changed, tested, activated or rejected',
  async (_, { type, provider, form }) => {
    const added = await post(url, { type, provider, settings: fillForm(form) })
    expect(added.statusCode, added.body).toBe(200)
    const { id, settings } = added.json<Integration>()
    expect((await post(`${url}/${id}/test`)).statusCode).not.toBe(500)
    const change = await ask({
      ...{ method: 'PUT' as const, url: `${url}/${id}` },
      payload: { settings: fillForm(form) },
    })
    expect(change.statusCode, change.body).toBe(200)
    await ask({
      ...{ method: 'PUT' as const, url: `${url}/${id}` },
      payload: { settings: { ...fillForm(form), nowhere: newSecret() } },
    })
    await ask({ method: 'PUT', url: `${url}/${id}`, payload: { settings, version: 1 } })
    await post(url, { type, provider, settings: { [newSecret()]: newSecret() } })
    expect((await post(`${url}/${type}/switch/${id}`)).statusCode).toBe(200)
    await ask({ method: 'DELETE', url: `${url}/${id}` })
    await post(`${url}/${id}/test`)
    // The only response with secrets must not be cached.
    const opened = await app.inject({
      ...{ url: `${url}/edit/${id}`, headers: { host: 'localhost:80', cookie } },
    })
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['cache-control']).toBe('no-store')
  },
  60_000,
)

test('responses, logs, audit log and database contain no secrets', async () => {
  await post('/api/admin/test-openai-connection', { apiKey: newSecret() })
  await post('/api/admin/test-bunny-connection', { accessKey: newSecret() })
  await ask({ url })
  await ask({ url: '/api/admin/egress?limit=200' })
  await ask({ url: '/api/admin/audit-log?limit=200' })
  expect(secrets.length).toBeGreaterThan(5)
  expect(leakedIn([`x${secrets[0]}`])).toHaveLength(1)
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  expect(tables.length).toBeGreaterThan(40)
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(it)::text as text from ${sql.raw(name)} as it`.execute(db)
    expect(leakedIn(rows.map(({ text }) => text)), name).toEqual([])
  }
  expect(answers.length).toBeGreaterThan(10)
  expect(leakedIn(answers)).toEqual([])
  expect(leakedIn(lines)).toEqual([])
})

/** Finds secrets in any of their encodings. */
const leakedIn = (texts: readonly string[]) =>
  secrets.filter((secret) => {
    const forms = [
      secret,
      ...['base64', 'base64url', 'hex'].map((it) => Buffer.from(secret).toString(it as 'hex')),
    ]
    return texts.some((text) => forms.some((it) => text.includes(it)))
  })
