import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ConsentPurpose, missingConsent } from '#contract/consents/consents.ts'
import { settings as installationSettings } from '#contract/settings/setting-entries.ts'
import type { ProviderForm } from '#contract/integrations/providers/fields.ts'
import { providersByType } from '#contract/integrations/providers/providers.ts'
import { isBuiltIn } from '#contract/integrations/providers/settings.ts'
import { readConfig } from '../platform/config/config.ts'
import { type ContentType, getPurpose } from '../platform/consent.ts'
import { newId } from '../platform/ids.ts'
import { deriveKeys } from '../platform/keys/keys.ts'
import { cutSound } from '../test/cut-sound.ts'
import { json, localService } from '../test/local-service.ts'
import { makeClient, makeRow, makeSession } from '../test/make.ts'
import { googleTokenService } from '../test/services/google-token.ts'
import { testOutboundClients } from '../test/test-outbound-clients.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { createProviders, type Providers } from './registry.ts'
import { ensureModels } from './transcription/local/models.ts'

const { modelsDir } = readConfig(process.env)
const minutes = 60_000
beforeAll(() => ensureModels(modelsDir), 10 * minutes)

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-nothing-leaves-'))
const recording = await cutSound(
  fileURLToPath(new URL('../test/media/mm.webm', import.meta.url)),
  { end: 3 },
  folder,
)
/** Stands in for every outside service. `onContent`: what happens while it has not answered yet. */
let onContent: (() => Promise<unknown>) | undefined
const service = await localService(async ({ body }, response) => {
  if (body.length && onContent) return void (await onContent())
  json(response, 400, {})
})
/** Requests for access tokens contain no client data. */
const tokens = await googleTokenService()
const keyFilePath = tokens.writeKeyFile(folder)
afterAll(async () => {
  await Promise.all([service.close(), tokens.close()])
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  service.forget()
  onContent = undefined
})
const withContent = () => service.calls.filter(({ body }) => body.length > 0)

const { db, announcements, entries, deleteEgress } = await testOutboundClients()
const sessionDefinitionId = await makeRow(db, 'sessionDefinition', { name: 'O', displayOrder: 1 })

const { signal } = new AbortController()
const ignore = () => {}
/** What each type of provider does with the content of a session. */
const work: Record<
  ContentType,
  (providers: Providers, of: string, sessionId: string) => Promise<unknown>
> = {
  video_storage: (providers, provider, sessionId) =>
    providers
      .trial('video_storage', { provider, settings: settingsOf('video_storage', provider) })
      .put('recording', recording, 'video/webm', { sessionId, signal }),
  transcription: (providers, provider, sessionId) =>
    providers
      .trial('transcription', { provider, settings: settingsOf('transcription', provider) })
      .begin(recording, {
        ...{ reference: newId(), sessionId, signal, onProgress: ignore },
        recordExternalId: async () => {},
      }),
  ai_analysis: (providers, provider, sessionId) => complete(providers, provider, sessionId),
}
const complete = (providers: Providers, provider: string, sessionId: string | null) =>
  providers
    .trial('ai_analysis', { provider, settings: settingsOf('ai_analysis', provider) })
    .complete(
      {
        ...{ type: 'diarization', system: 'Write.', user: 'A difficult week.', input: {} },
        sessionId,
      },
      signal,
    )
const formsOf = (type: ContentType): [string, ProviderForm][] =>
  Object.entries(providersByType[type])
const outside = (Object.keys(work) as ContentType[]).flatMap((type) =>
  formsOf(type)
    .filter(([, form]) => !isBuiltIn(form))
    // Preparing the sound takes seconds, and what a client decided is read in one place for all.
    .map(([provider], index) => ({
      type,
      provider,
      isBrief: type === 'transcription' && index > 0,
    })),
)
const named: Record<string, string> = { keyFilePath, bucketName: 'recordings' }
/** Complete settings. */
const settingsOf = (type: ContentType, provider: string) =>
  Object.fromEntries(
    Object.entries(new Map(formsOf(type)).get(provider)?.fields ?? {}).flatMap(([name, field]) =>
      field.isOptional && !(name in named)
        ? []
        : [[name, named[name] ?? field.defaultValue ?? 'eu-north-1']],
    ),
  )
const providers = createProviders(
  {
    ...{ db, announcements, keys: deriveKeys([randomBytes(32)]) },
    addresses: Object.fromEntries(outside.map(({ provider }) => [provider, service.origin])),
  },
  createCatalogue({ dataDir: folder, modelsDir, keyDir: folder }),
)

const switchOf = (type: ContentType) =>
  type === 'ai_analysis' ? 'wordsStayHere' : 'audioStaysHere'
const label = (type: ContentType) => installationSettings[switchOf(type)].label

const turnOn = (type: ContentType) =>
  db
    .insertInto('setting')
    .values({ name: switchOf(type), value: 'true' })
    .execute()
async function withdraw(clientId: string, purpose: ConsentPurpose) {
  const { id: consentTextId } = await db
    .selectFrom('consentText')
    .select('id')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  await makeRow(db, 'consent', { clientId, purpose, isGiven: false, consentTextId })
}
/** Prepares a client who agreed to everything; returns the client of the session, and the reason to expect. */
type Condition = (clientId: string, type: ContentType) => Promise<{ of?: string; why: string }>
const why = (type: ContentType) => missingConsent[getPurpose(type, 'outside')]
const withdrawn: [string, Condition] = [
  'of a client who withdrew',
  async (clientId, type) => {
    await withdraw(clientId, getPurpose(type, 'outside'))
    return { why: why(type) }
  },
]
const otherConditions: [string, Condition][] = [
  [
    'while the installation keeps content on its own server',
    async (_clientId, type) => {
      await turnOn(type)
      return { why: label(type) }
    },
  ],
  [
    'while the organization keeps content on its own server',
    async (clientId, type) => {
      const organizationId = await makeRow(db, 'organization', {
        ...{ name: newId(), inviteToken: newId(), [switchOf(type)]: true },
      })
      await db.updateTable('client').set({ organizationId }).where('id', '=', clientId).execute()
      return { why: label(type) }
    },
  ],
  [
    'of a client who has not decided',
    async (clientId, type) => {
      await db.deleteFrom('consent').where('clientId', '=', clientId).execute()
      return { why: why(type) }
    },
  ],
  [
    'of a family member whose guardian withdrew',
    async (guardianId, type) => {
      await withdraw(guardianId, getPurpose(type, 'outside'))
      return { of: await makeRow(db, 'client', { guardianId, firstName: 'Ida' }), why: why(type) }
    },
  ],
]

describe.each(outside)('$provider for $type', ({ type, provider, isBrief }) => {
  const send = async (clientId: string) => {
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    await work[type](providers, provider, sessionId)
  }

  test('gets content of a client who agreed', async () => {
    await send(await makeClient(db)).catch(ignore)
    expect(withContent()).not.toEqual([])
  })

  test.each(isBrief ? [withdrawn] : [withdrawn, ...otherConditions])(
    'gets nothing %s',
    async (_name, prepare) => {
      const clientId = await makeClient(db)
      const { of = clientId, why: reason } = await prepare(clientId, type)
      await deleteEgress()
      await expect(send(of)).rejects.toMatchObject({
        ...{ code: 'no-consent', message: expect.stringContaining(reason) },
      })
      // Cleaning up lists and deletes, without a body.
      expect(withContent()).toEqual([])
      const sent = (await entries()).filter(({ purpose }) => purpose !== 'signing in')
      expect(sent.filter(({ bytesOut }) => bytesOut > 0)).toEqual([])
    },
  )

  test('gets no more when its content must stay here from now on', async () => {
    onContent = () => turnOn(type)
    await expect(send(await makeClient(db))).rejects.toMatchObject({
      ...{ code: 'no-consent', message: expect.stringContaining(label(type)) },
    })
    expect(withContent()).toHaveLength(1)
  })
})

describe.each(outside.filter(({ type }) => type === 'ai_analysis'))(
  '$provider for golden transcripts',
  ({ type, provider }) => {
    const refused = { code: 'no-consent', message: expect.stringContaining(label(type)) }

    test('gets them, and nothing more when words must stay here from now on', async () => {
      onContent = () => turnOn(type)
      await expect(complete(providers, provider, null)).rejects.toMatchObject(refused)
      expect(withContent()).toHaveLength(1)
    })

    test('gets nothing while words stay here', async () => {
      await turnOn(type)
      await expect(complete(providers, provider, null)).rejects.toMatchObject(refused)
      expect(withContent()).toEqual([])
    })
  },
)
