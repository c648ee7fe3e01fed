import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import { newId } from '../platform/ids.ts'
import { deriveKeys } from '../platform/keys/keys.ts'
import { cloneDatabase } from '../test/database.ts'
import { localDiskId, makeRow, getRow, updateRow } from '../test/make.ts'
import { Unavailable } from '../platform/jobs/errors.ts'
import type { Settings, Provider } from './provider.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { builtInLlm } from '../features/analysis/built-in/built-in.ts'
import { createProviders } from './registry.ts'
import { reencryptSecrets } from './secrets.ts'

const cloned = await cloneDatabase(inject('database'))
const fail = (error: Error) => {
  throw error
}
const { db } = openDb(cloned.url, fail, 3)
const announcements = await openAnnouncements(cloned.url, fail)
afterAll(async () => {
  await announcements.close()
  await db.destroy()
  await cloned.drop()
})

const master = randomBytes(32)
const keys = deriveKeys([master])
const catalogue = createCatalogue({
  dataDir: '/nowhere',
  modelsDir: '/nowhere',
  keyDir: '/nowhere',
})
const opened: Settings[] = []
/** An external model with a key, which counts how often it is opened. */
const outside: Provider<'ai_analysis'> = {
  fields: { apiKey: { isSecret: true }, model: {}, tone: { isOptional: true } },
  open(settings) {
    opened.push(settings)
    return { complete: async () => ({ text: `by ${settings['model']}`, tokensUsed: 1 }) }
  },
}
const known = { ...catalogue, ai_analysis: { ...catalogue.ai_analysis, outside } }
const providers = createProviders({ db, announcements, keys }, known)
const builtInId = '01930000-0000-7000-8000-000000000003'

beforeEach(async () => {
  opened.length = 0
  await activate(builtInId)
  await db.deleteFrom('integration').where('id', 'not in', builtIns).execute()
  await expect.poll(() => providers.listIds('ai_analysis')).toEqual([builtInId])
})
const builtIns = [1, 2, 3, 4].map((last) => localDiskId.replace(/.$/, String(last)))

async function add(values: { settings?: Settings; secrets?: Settings; provider?: string } = {}) {
  const id = newId()
  const { settings = { model: 'small' }, secrets = { apiKey: 'sk-1' }, provider } = values
  await makeRow(db, 'integration', {
    ...{ id, type: 'ai_analysis', provider: provider ?? 'outside' },
    settings: JSON.stringify(settings),
    secrets: keys.encrypt('integration-secrets', id, JSON.stringify(secrets)),
  })
  return id
}

const activate = (id: string) =>
  db.transaction().execute(async (tx) => {
    const ofType = tx.updateTable('integration').where('type', '=', 'ai_analysis')
    await ofType.set({ isActive: false }).execute()
    await ofType.set({ isActive: true }).where('id', '=', id).execute()
  })
const activeId = async () => (await providers.active('ai_analysis')).id

test('a new installation uses the built-in providers', async () => {
  const { adapter } = await providers.active('ai_analysis')
  expect(adapter).toBe(builtInLlm)
  expect((await providers.active('video_storage')).id).toBe(localDiskId)
  expect((await providers.active('email_sms')).adapter.channel).toBeUndefined()
})

test('switching the active provider takes effect in every process', async () => {
  const other = createProviders({ db, announcements, keys }, known)
  expect((await other.active('ai_analysis')).id).toBe(builtInId)
  const id = await add()
  await activate(id)
  await expect.poll(activeId).toBe(id)
  await expect.poll(async () => (await other.active('ai_analysis')).id).toBe(id)
  const { adapter } = await providers.active('ai_analysis')
  const prompt = { type: 'diarization' as const, system: '', user: '', sessionId: null, input: {} }
  const { text } = await adapter.complete(prompt, new AbortController().signal)
  expect(text).toBe('by small')
})

test('rows are cached, and an adapter is reused until its settings change', async () => {
  const id = await add()
  await activate(id)
  await expect.poll(activeId).toBe(id)
  const { adapter } = await providers.of('ai_analysis', id)
  await add()
  await expect.poll(async () => (await providers.listIds('ai_analysis')).length).toBe(3)
  expect((await providers.active('ai_analysis')).adapter).toBe(adapter)
  expect(opened).toEqual([{ model: 'small', apiKey: 'sk-1' }])
  await updateRow(db, 'integration', id, { settings: JSON.stringify({ model: 'large' }) })
  await expect
    .poll(async () => (await providers.of('ai_analysis', id)).adapter === adapter)
    .toBe(false)
  expect(opened.at(-1)).toEqual({ model: 'large', apiKey: 'sk-1' })
})

test('a provider keeps its settings when deactivated, and is found without an announcement', async () => {
  const deaf = createProviders(
    { db, announcements: { listen: () => () => undefined }, keys },
    known,
  )
  await deaf.active('ai_analysis')
  const id = await add()
  expect((await deaf.of('ai_analysis', id)).id).toBe(id)
  expect((await deaf.active('ai_analysis')).id).toBe(builtInId)
  await expect(deaf.of('video_storage', id)).rejects.toThrow(Unavailable)
})

describe('the active provider of a type', () => {
  test('cannot be a second one', async () => {
    const id = await add()
    const second = db.updateTable('integration').set({ isActive: true }).where('id', '=', id)
    await expect(second.execute()).rejects.toMatchObject({ constraint: 'integration_active_key' })
  })

  test('cannot be missing', async () => {
    const it = db.updateTable('integration').where('id', '=', builtInId)
    const none = { constraint: 'integration_one_active' }
    await expect(it.set({ isActive: false }).execute()).rejects.toMatchObject(none)
    await expect(it.set({ type: 'email_sms', isActive: false }).execute()).rejects.toMatchObject(
      none,
    )
    const gone = db.deleteFrom('integration').where('id', '=', builtInId)
    await expect(gone.execute()).rejects.toMatchObject(none)
    expect(await activeId()).toBe(builtInId)
  })
})

test('an incomplete or unknown provider is reported', async () => {
  const without = await add({ settings: {}, secrets: {} })
  await expect(providers.of('ai_analysis', without)).rejects.toThrow(
    'The settings of outside are incomplete: apiKey, model.',
  )
  const unknown = await add({ provider: 'of_tomorrow' })
  await expect(providers.of('ai_analysis', unknown)).rejects.toThrow(Unavailable)
  expect(opened).toEqual([])
})

describe('secrets', () => {
  const getSecrets = async (id: string) => (await getRow(db, 'integration', id)).secrets ?? ''

  test('are re-encrypted after the key has changed, and no longer need the old key', async () => {
    const id = await add()
    const fresh = randomBytes(32)
    const before = await getSecrets(id)
    expect(await reencryptSecrets({ db, keys })).toEqual([])
    expect(await getSecrets(id)).toBe(before)
    expect(await reencryptSecrets({ db, keys: deriveKeys([fresh, master]) })).toEqual([])
    expect(await getSecrets(id)).not.toBe(before)
    const later = createProviders({ db, announcements, keys: deriveKeys([fresh]) }, known)
    await later.of('ai_analysis', id)
    expect(opened.at(-1)).toEqual({ model: 'small', apiKey: 'sk-1' })
  })

  test('of webhooks no longer need the old key either', async () => {
    const id = newId()
    const secret = keys.encrypt('webhook-secret', id, 'whsec_1')
    await makeRow(db, 'webhook', { id, url: 'https://example.com', events: [], secret })
    const fresh = randomBytes(32)
    await reencryptSecrets({ db, keys: deriveKeys([fresh, master]) })
    const stored = db.selectFrom('webhook').select('secret').where('id', '=', id)
    const { secret: renewed } = await stored.executeTakeFirstOrThrow()
    expect(deriveKeys([fresh]).decrypt('webhook-secret', id, renewed)).toBe('whsec_1')
    await db.deleteFrom('webhook').execute()
  })

  test('with a lost key are reported as unreadable, and other providers keep working', async () => {
    const id = await add()
    const stranger = deriveKeys([randomBytes(32)])
    expect(await reencryptSecrets({ db, keys: stranger })).toEqual([id])
    const elsewhere = createProviders({ db, announcements, keys: stranger }, known)
    await expect(elsewhere.of('ai_analysis', id)).rejects.toThrow(/enter them again/)
    expect((await elsewhere.active('ai_analysis')).adapter).toBe(builtInLlm)
  })

  test('copied into another row cannot be decrypted', async () => {
    const [one, other] = [await add(), await add()]
    await updateRow(db, 'integration', other, { secrets: await getSecrets(one) })
    await expect(providers.of('ai_analysis', other)).rejects.toThrow(Unavailable)
  })
})
