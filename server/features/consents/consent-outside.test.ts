import { afterEach, describe, expect, test } from 'vitest'
import {
  type ClientConsents,
  type ConsentOutside,
  type ConsentPurpose,
  consentPurposes,
  isAgreed,
} from '#contract/consents/consents.ts'
import { findConsentRefusal, hasConsent } from '../../platform/consent.ts'
import { countCounted } from '../analytics/edition/current-counts.queries.ts'
import { decideConsents } from '../../test/decide-consents.ts'
import { daysFromNow, makeClient, makeRow, makeSession } from '../../test/make.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails, sessionDefinitionId } = made
const system = await signIn(emails.system)
const admin = await signIn(emails.admin)

const settingUrl = '/api/admin/settings/consentOutside'
const onPaper = (...purposes: ConsentPurpose[]): ConsentOutside => ({
  ...{ purposes, collectedBy: 'Human Resources', papersAt: 'Archive 2' },
})
const state = {
  installation: (value: ConsentOutside) =>
    call({ method: 'PUT', url: settingUrl, payload: { value } }, system),
  organization: (consentOutside: ConsentOutside, id: string) =>
    call(
      { method: 'PATCH', url: `/api/admin/organizations/${id}`, payload: { consentOutside } },
      admin,
    ),
}
afterEach(() => db.deleteFrom('setting').execute())

async function employee() {
  const organizationId = await makeRow(db, 'organization', { name: 'Paper', inviteToken: newId() })
  const clientId = await makeClient(db, { organizationId, isEmployee: true })
  await db.deleteFrom('consent').where('clientId', '=', clientId).execute()
  await makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(-1) })
  return { organizationId, clientId, own: await signIn(`client.${clientId}@example.com`) }
}
type Employee = Awaited<ReturnType<typeof employee>>

/** What each reader of consents says about a purpose. */
async function readers({ clientId, organizationId, own }: Employee, purpose: ConsentPurpose) {
  const url = `/api/clients/${clientId}/consents`
  const { consents } = (await call({ url }, own)).json<ClientConsents>()
  const shown = consents.filter((it) => it.purpose === purpose)
  const work: Partial<Record<ConsentPurpose, Parameters<typeof findConsentRefusal>>> = {
    recording: [db, clientId, 'video_storage', 'local_disk'],
    outside_transcription: [db, clientId, 'transcription', 'elevenlabs'],
    analysis: [db, clientId, 'ai_analysis', 'built_in'],
    outside_analysis: [db, clientId, 'ai_analysis', 'openai_gpt5'],
  }
  const asked = work[purpose]
  return [
    ...shown.map(isAgreed),
    await hasConsent(db, clientId, purpose),
    asked
      ? (await findConsentRefusal(...asked)) === null
      : (await countCounted(db, organizationId, new Date())) === 1,
  ]
}

const decisions = [
  ['undecided', undefined],
  ['given', true],
  ['withdrawn', false],
] as const
const places = ['nowhere', 'installation', 'organization'] as const

describe.each(consentPurposes)('%s', (purpose) => {
  test.each(places.flatMap((place) => decisions.map((it) => [place, ...it] as const)))(
    'collected on paper by %s and here %s',
    async (place, _what, decision) => {
      const made = await employee()
      const { clientId, own, organizationId } = made
      if (place !== 'nowhere')
        expect((await state[place](onPaper(purpose), organizationId)).statusCode).toBe(200)
      if (decision !== undefined)
        await decideConsents(call, clientId, { [purpose]: decision }, { cookie: own })
      const expected = decision ?? place !== 'nowhere'
      expect(await readers(made, purpose)).toEqual([expected, expected, expected])
      // No other purpose is agreed to.
      const other = consentPurposes.find((it) => it !== purpose)
      if (other) expect(await readers(made, other)).toEqual([false, false, false])
    },
  )
})

test('another organization is not concerned, and the family of a client is', async () => {
  const made = await employee()
  const other = await employee()
  await state.organization(onPaper('recording'), made.organizationId)
  const childId = newId()
  const child = { id: childId, guardianId: made.clientId, firstName: 'Viggo' }
  await db.insertInto('client').values(child).execute()
  expect(await hasConsent(db, childId, 'recording')).toBe(true)
  expect(await hasConsent(db, other.clientId, 'recording')).toBe(false)
})

test('the client reads who collects the consent and where the papers are', async () => {
  const { clientId, own, organizationId } = await employee()
  await state.installation({ ...onPaper('recording'), collectedBy: 'The clinic' })
  await state.organization(onPaper('recording'), organizationId)
  const { consents } = (
    await call({ url: `/api/clients/${clientId}/consents` }, own)
  ).json<ClientConsents>()
  expect(consents.map(({ outside }) => outside)).toEqual([
    { collectedBy: 'Human Resources', papersAt: 'Archive 2' },
    ...[null, null, null, null],
  ])
})

test('whoever says that consent is collected elsewhere says by whom and where', async () => {
  const { organizationId } = await employee()
  const unsaid = { ...onPaper('recording'), papersAt: ' ' }
  expect((await state.installation(unsaid)).statusCode).toBe(400)
  expect((await state.organization(unsaid, organizationId)).statusCode).toBe(400)
})
