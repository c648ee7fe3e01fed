import type { ControlledTransaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SettingName } from '#contract/settings/setting-entries.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import {
  type RetainedKind,
  retainedKinds,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import type { TrustKey, TrustSentence } from '#contract/trust/trust.ts'
import type { Deps } from '../../deps.ts'
import { insertBackup } from '../backups/backups.queries.ts'
import { makeRecordingRow, makeRow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import type { DB } from '../../platform/db/schema.ts'
import type { StaticKey } from './static-sentences.ts'
import { describeTrust } from './trust.service.ts'

const made = await testApp()
const { deps, call, clientId } = made

type Change = {
  installation?: Partial<Deps['installation']>
  config?: Partial<Deps['config']>
  providers?: Deps['providers']
}
/** Rolled back after each test. */
let db: ControlledTransaction<DB>
beforeEach(async () => void (db = await made.db.startTransaction().execute()))
afterEach(() => db.rollback().execute())

const sentence = async (
  key: TrustKey,
  { installation, config, providers = deps.providers }: Change = {},
) => {
  const all = await describeTrust({
    ...{ ...deps, db, providers },
    installation: { ...deps.installation, ...installation },
    config: { ...deps.config, ...config },
  })
  return all.find((it) => it.key === key)?.text
}
const activate = async (type: IntegrationType, provider: string, settings = {}) => {
  await db.updateTable('integration').set({ isActive: false }).where('type', '=', type).execute()
  return makeRow(db, 'integration', {
    ...{ type, provider, isActive: true, settings: JSON.stringify(settings), secrets: '{}' },
  })
}
const paper = { purposes: [], collectedBy: 'Human Resources', papersAt: 'Archive 2' }
/** A change of the configuration, and what the sentence says before and after. */
type Case = [change: () => Promise<unknown> | Change, before: string | undefined, after: string]
const cases: Record<Exclude<TrustKey, StaticKey>, Case> = {
  'minimum-group': [
    () => ({ installation: { minimumGroup: 12 } }),
    'fewer than 6',
    'fewer than 12',
  ],
  editions: [() => ({ installation: { minimumGroup: 24 } }), 'at least 6', 'at least 24'],
  outside: [
    () => activate('crm', 'hubspot'),
    'Nothing that people say or enter leaves',
    'Data is sent to HubSpot (api.hubapi.com), as described',
  ],
  'stays-here': [
    () => ({ installation: { audioStaysHere: true, wordsStayHere: true } }),
    'Each organization can have',
    'No recording and no sound of it is sent to an outside service, whatever is configured. Nothing that people say in sessions is sent to an outside AI model, whatever is configured.',
  ],
  transcription: [
    () => activate('transcription', 'google_speech', { location: 'europe-west4' }),
    'on the operator’s machine',
    'is sent to Google Speech (europe-west4-speech.googleapis.com, in the EU), which turns it into text. Until then it waits in a bucket',
  ],
  ai_analysis: [
    () => activate('ai_analysis', 'anthropic_claude'),
    'by rules on the operator’s machine',
    'is sent as text to Anthropic (api.anthropic.com)',
  ],
  automatic: [
    () => ({ installation: { afterConversation: [] } }),
    'automatically',
    'only analyzed when',
  ],
  'consent-outside': [
    () => ({
      installation: {
        consentOutside: { ...paper, purposes: ['recording', 'analysis'] },
      },
    }),
    undefined,
    'Human Resources collects consent outside this system: recording of sessions and analysis on this system.',
  ],
  email_sms: [
    () => activate('email_sms', 'smtp', { host: 'mail.example.com' }),
    'are not sent',
    'through SMTP (mail.example.com)',
  ],
  crm: [
    () => activate('crm', 'pipedrive', { companyDomain: 'acme' }),
    'No customer database',
    'Pipedrive (acme.pipedrive.com)',
  ],
  webhooks: [
    () => makeRow(db, 'webhook', { url: 'https://hooks.example.com', events: [], secret: 'x' }),
    undefined,
    '(1 address)',
  ],
  video_storage: [
    () => activate('video_storage', 'aws_s3', { region: 'eu-north-1' }),
    'stored on the operator’s machine',
    'stored by AWS S3 (s3.eu-north-1.amazonaws.com, in the EU)',
  ],
  earlier: [
    async () => {
      const sessionId = await makeSession(db, {
        ...{ clientId, sessionDefinitionId: made.sessionDefinitionId },
      })
      await makeRecordingRow(db, sessionId)
      await activate('video_storage', 'google_cloud')
    },
    undefined,
    'Some earlier recordings are stored on the operator’s machine.',
  ],
  playback: [
    () => {
      const links = {
        origin: 'https://videos.example.com',
        to: () => Promise.reject(new Error()),
      }
      return withAdapters(deps, { video_storage: { ...made.storage, links } })
    },
    'through this installation',
    'links that last five minutes',
  ],
  'coaching-end': [
    () => ({ installation: { 'retention.transcript': untilCoachingEnds } }),
    undefined,
    'A coaching ends when',
  ],
  backups: [
    () => insertBackup(db, { sizeBytes: 1, hasSecretKey: false }),
    'No backup has been made',
    'The operator makes backups',
  ],
  'sign-in': [
    () => ({
      installation: { passwordSignIn: false },
      config: {
        identityProvider: {
          ...{ name: 'Acme', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' },
        },
      },
    }),
    'sign in with an email address and a password.',
    'sign in through an identity provider (OpenID Connect).',
  ],
  transport: [
    () => ({ config: { appOrigin: 'https://wellbeing.example.com', isReachable: true } }),
    'only be reached from the machine',
    'are encrypted (https)',
  ],
  contact: [
    () => ({ config: { securityContact: 'security@example.com' } }),
    'No contact',
    'to security@example.com.',
  ],
  ...(Object.fromEntries(
    retainedKinds.map((kind): [string, Case] => [
      `retention.${kind}`,
      [
        () => ({ installation: { [`retention.${kind}` as SettingName]: 77 } }),
        ':',
        'kept for 77 days',
      ],
    ]),
  ) as Record<`retention.${RetainedKind}`, Case>),
}

test('services blocked by a switch get nothing', async () => {
  await activate('transcription', 'elevenlabs')
  await activate('ai_analysis', 'openai_gpt5')
  const integrationId = await activate('video_storage', 'google_cloud')
  const switched = { installation: { audioStaysHere: true, wordsStayHere: true } }
  expect(await sentence('outside')).toMatch(/ElevenLabs .*OpenAI .*Google Cloud/)
  expect(await sentence('outside', switched)).not.toMatch(/ElevenLabs|OpenAI|Google Cloud/)
  expect(await sentence('transcription', switched)).toBe('Recordings are not transcribed.')
  expect(await sentence('ai_analysis', switched)).toBe('Conversations are not analyzed.')
  expect(await sentence('video_storage', switched)).toContain('are refused')
  expect(await sentence('earlier', switched)).toBeUndefined()
  const { sessionDefinitionId } = made
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecordingRow(db, sessionId, { integrationId })
  expect(await sentence('earlier', switched)).toContain('stored by Google Cloud Storage')
})

describe('the sentences of an organization', () => {
  const url = `/api/organizations/${made.organizationId}/trust`
  const own = async () =>
    new Map(
      (await call({ url }, await made.signIn(made.emails.org)))
        .json<TrustSentence[]>()
        .map(({ key, text }) => [key, text]),
    )
  /** Sentences for the organization, with services that its switches block. */
  const withSwitches = async (organization: Parameters<typeof describeTrust>[1]) => {
    await activate('transcription', 'elevenlabs')
    await activate('ai_analysis', 'openai_gpt5')
    await activate('video_storage', 'google_cloud')
    const all = await describeTrust({ ...deps, db }, organization)
    return (key: TrustKey) => all.find((it) => it.key === key)?.text
  }

  test.each<[string, boolean, boolean, Partial<Record<TrustKey, string>>]>([
    [
      'without switches',
      ...([false, false] as const),
      {
        'stays-here': 'Your organization can have',
        outside: 'ElevenLabs (api.elevenlabs.io), OpenAI (api.openai.com)',
        transcription: 'is sent to ElevenLabs',
        ai_analysis: 'is sent as text to OpenAI',
        video_storage: 'stored by Google Cloud Storage',
      },
    ],
    [
      'if audio must stay here',
      ...([true, false] as const),
      {
        'stays-here': 'No recording of your people and no sound of it is sent',
        transcription: 'Recordings are not transcribed.',
        ai_analysis: 'is sent as text to OpenAI',
        video_storage: 'New recordings are refused',
      },
    ],
    [
      'if words must stay here',
      ...([false, true] as const),
      {
        'stays-here': 'Nothing that your people say in sessions is sent to an outside AI model',
        transcription: 'is sent to ElevenLabs',
        ai_analysis: 'Conversations are not analyzed.',
        video_storage: 'stored by Google Cloud Storage',
      },
    ],
  ])('say what applies %s', async (_what, audioStaysHere, wordsStayHere, expected) => {
    const text = await withSwitches({ audioStaysHere, wordsStayHere, consentOutside: paper })
    for (const [key, part] of Object.entries(expected))
      expect(text(key as TrustKey)).toContain(part)
  })

  test('follow its own switches, and not those of another', async () => {
    expect((await own()).get('stays-here')).toContain('Your organization can have')
    const set = (audioStaysHere: boolean) =>
      made.db
        .updateTable('organization')
        .set({
          audioStaysHere,
          consentOutside: { ...paper, purposes: audioStaysHere ? ['recording'] : [] },
        })
        .where('id', '=', made.organizationId)
        .execute()
    await set(true)
    try {
      expect((await own()).get('stays-here')).toContain('No recording of your people and')
      expect(await sentence('stays-here')).toContain('Each organization can have')
      expect((await own()).get('consent-outside')).toContain('Human Resources collects')
      expect(await sentence('consent-outside')).toBeUndefined()
    } finally {
      await set(false)
    }
  })

  test('are shown to administrators and its own users only', async () => {
    const other = await makeRow(made.db, 'organization', { name: 'Other', inviteToken: 'other' })
    const otherUrl = `/api/organizations/${other}/trust`
    const { signIn, emails } = made
    expect((await call({ url: otherUrl }, await signIn(emails.org))).statusCode).toBe(404)
    expect((await call({ url: otherUrl }, await signIn(emails.admin))).statusCode).toBe(200)
    expect((await call({ url }, await signIn(emails.coach))).statusCode).toBe(403)
    expect((await call({ url }, await signIn(emails.client))).statusCode).toBe(403)
  })
})

describe('the page for employers', () => {
  test('says what is kept until the coaching ends, and for how long after that', async () => {
    const installation = { 'retention.recording': untilCoachingEnds } as const
    expect(await sentence('retention.recording', { installation })).toBe(
      'Recordings: kept until the coaching of the person ends, and 30 days more.',
    )
  })

  test.each(Object.entries(cases))('describes the settings in %s', async (name, it) => {
    const [change, before, after] = it as Case
    const key = name as TrustKey
    const first = await sentence(key)
    if (before === undefined) expect(first).toBeUndefined()
    else expect(first).toContain(before)
    const changed = await change()
    const second = await sentence(key, typeof changed === 'object' ? (changed as Change) : {})
    expect(second).toContain(after)
    expect(second).not.toBe(first)
  })

  test('is public and cached, without ids and secrets', async () => {
    const answer = await call({ url: '/api/trust' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    expect(answer.json<TrustSentence[]>().map(({ key }) => key)).toContain('minimum-group')
    expect(answer.body).not.toMatch(/[\da-f]{8}-[\da-f]{4}/)
  })
})
