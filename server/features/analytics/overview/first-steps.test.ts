import { expect, test } from 'vitest'
import type { FirstStep, Overview } from '#contract/analytics/analytics.ts'
import type { SettingName } from '#contract/settings/setting-entries.ts'
import { newId } from '../../../platform/ids.ts'
import { makeRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { audit } from '../../audit/audit.ts'

const { db, call, signIn, emails, coachUserId, systemUserId } = await testApp()
const system = await signIn(emails.system)
await db.deleteFrom('client').execute()
await db.deleteFrom('coach').execute()
await db.updateTable('user').set({ organizationId: null }).execute()
await db.deleteFrom('organization').execute()

const read = async (cookie = system) =>
  (await call({ url: '/api/admin/overview' }, cookie)).json<Overview>().firstSteps
const done = async () => (await read()).filter(({ isDone }) => isDone).map(({ step }) => step)
const put = async (name: SettingName, value: unknown) => {
  const url = `/api/admin/settings/${name}`
  expect((await call({ method: 'PUT', url, payload: { value } }, system)).statusCode).toBe(200)
}

const acts: Record<FirstStep, () => Promise<unknown>> = {
  // Saving what it was anyway is enough.
  brandName: () => put('brandName', 'Maylab'),
  timeZone: () => put('timeZone', 'UTC'),
  country: () => put('country', null),
  email: async () => {
    const { id: rowId } = await db
      .updateTable('integration')
      .set({ provider: 'smtp' })
      .where('type', '=', 'email_sms')
      .returning('id')
      .executeTakeFirstOrThrow()
    const tested = (isSuccess: boolean) =>
      audit(
        db,
        { userId: systemUserId },
        { action: 'integration-tested', table: 'integration', rowId, details: { isSuccess } },
      )
    await tested(false)
    expect(await done()).not.toContain('email')
    await tested(true)
  },
  backup: () => makeRow(db, 'backup', { sizeBytes: 1, hasSecretKey: true }),
  organization: () => makeRow(db, 'organization', { name: 'First', inviteToken: newId() }),
  coach: () => makeRow(db, 'coach', { userId: coachUserId }),
  secondFactor: () =>
    makeRow(db, 'totp', {
      userId: systemUserId,
      secret: 'x',
      confirmedAt: new Date().toISOString(),
    }),
}

test('each first step is done when the data says so', async () => {
  const expected: string[] = []
  expect(await done()).toEqual(expected)
  for (const [step, act] of Object.entries(acts)) {
    await act()
    expected.push(step)
    expect(await done()).toEqual(expected)
  }
})

test('an email that was sent is as good as a test', async () => {
  await db.deleteFrom('auditEntry').where('action', '=', 'integration-tested').execute()
  expect(await done()).not.toContain('email')
  await makeRow(db, 'message', {
    ...{ userId: systemUserId, kind: 'welcome', recipient: emails.system, status: 'sent' },
    ...{ subject: '', body: '', short: '', language: 'en' },
  })
  expect(await done()).toContain('email')
})

test('only system administrators see them, until they turn them off', async () => {
  expect(await read(await signIn(emails.admin))).toEqual([])
  expect(await read()).not.toEqual([])
  await put('showFirstSteps', false)
  expect(await read()).toEqual([])
})
