import { afterEach, describe, expect, test } from 'vitest'
import type { Setting } from '#contract/settings/settings.ts'
import { settingEntry, type SettingName } from '#contract/settings/setting-entries.ts'
import { buildApp } from '../../app.ts'
import { openDb } from '../../platform/db/db.ts'
import { openAnnouncements } from '../../platform/db/notify.ts'
import { openInstallation } from './installation/installation.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, daysFromNow } from '../../test/make.ts'
import { testSurroundings } from '../../test/test-config.ts'
import { testApp } from '../../test/test-app.ts'

const { db, deps, call, signIn, emails, databaseUrl, systemUserId } = await testApp()
const system = await signIn(emails.system)

const all = async () => {
  const answer = await call({ url: '/api/admin/settings' }, system)
  return answer.json<{ settings: Setting[] }>().settings
}
const one = async (name: SettingName) => (await all()).find((it) => it.name === name)
const put = (name: string, value: unknown, version?: number | null, cookie = system) =>
  call(
    {
      ...{ method: 'PUT', url: `/api/admin/settings/${name}` },
      payload: { value, ...(version !== undefined && { version }) } as object,
    },
    cookie,
  )
const reset = (name: string, version?: number | null) =>
  call(
    {
      ...{ method: 'POST', url: `/api/admin/settings/${name}/reset` },
      payload: version === undefined ? {} : { version },
    },
    system,
  )
afterEach(async () => {
  for (const { name, version } of await all())
    if (version !== null) expect((await reset(name)).statusCode).toBe(200)
})

describe('settings', () => {
  test('have defaults, some from the environment', async () => {
    expect(await one('brandName')).toEqual({
      ...{ name: 'brandName', value: 'Maylab', defaultValue: 'Maylab' },
      ...{ version: null, changedBy: null, changedAt: null },
    })
    const values = Object.fromEntries((await all()).map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({
      ...{ timeZone: 'UTC', currency: 'DKK', country: null, minimumGroup: 6 },
      afterConversation: ['metric_extraction', 'burnout_assessment'],
      workingHours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
      ...{ 'retention.audit_entry': null, 'retention.execution': 365, 'retention.message': 30 },
    })
  })

  test('show who set them and when, and the default', async () => {
    const answer = await put('brandName', '  Nordlys ', null)
    expect(answer.json()).toMatchObject({
      ...{ value: 'Nordlys', defaultValue: 'Maylab', changedBy: 'sys admin' },
    })
    expect(await one('brandName')).toEqual(answer.json())
    expect((await reset('brandName')).json()).toMatchObject({
      ...{ value: 'Maylab', version: null, changedBy: null, changedAt: null },
    })
  })

  test('apply in every process at once, and are reread if a notification is lost', async () => {
    const fail = (error: Error) => {
      throw error
    }
    const own = openDb(databaseUrl, fail, 2)
    const announcements = await openAnnouncements(databaseUrl, fail)
    const deaf = { listen: () => () => undefined }
    const open = (needs: { listen: typeof announcements.listen }, ageMs?: number) =>
      openInstallation({ db: own.db, announcements: needs }, testSurroundings, {
        onError: fail,
        ...(ageMs && { ageMs }),
      })
    const [notified, polling, stale] = [
      await open(announcements),
      await open(deaf, 20),
      await open(deaf),
    ]
    await put('timeZone', 'Asia/Kathmandu')
    const zones = () => [notified, polling].map((it) => it.installation.timeZone)
    await expect.poll(zones).toEqual(['Asia/Kathmandu', 'Asia/Kathmandu'])
    expect(stale.installation.timeZone).toBe('UTC')
    await expect.poll(() => deps.installation.timeZone).toBe('Asia/Kathmandu')
    for (const it of [notified, polling, stale]) await it.close()
    await announcements.close()
    await own.db.destroy()
  })

  test('are read by each request', async () => {
    const read: (string | symbol)[] = []
    const installation = new Proxy(deps.installation, {
      get: (target, name, receiver) => {
        read.push(name)
        return Reflect.get(target, name, receiver)
      },
    })
    const app = await buildApp({ ...deps, installation })
    await app.ready()
    expect(read).toEqual([])
    await app.inject({ url: '/api/installation', headers: { host: 'localhost' } })
    expect(read).toContain('timeZone')
    await app.close()
  })

  test('fall back to the default for an invalid stored value', async () => {
    await db
      .insertInto('setting')
      .values({ name: 'currency', value: JSON.stringify('krone') })
      .execute()
    expect(await one('currency')).toMatchObject({ value: 'DKK', defaultValue: 'DKK' })
  })
})

describe('access and audit', () => {
  test('changes are audited with old and new value', async () => {
    await put('minimumGroup', 12)
    const entries = await auditEntries(db, { action: 'setting-changed' }, ['userId', 'details'])
    expect(entries.at(-1)).toEqual({
      userId: systemUserId,
      details: { setting: 'minimumGroup', from: '6', to: '12' },
    })
  })
})

describe('concurrent changes of a setting', () => {
  test('are rejected for an outdated version', async () => {
    const { version } = (await put('brandName', 'One', null)).json<Setting>()
    expect((await put('brandName', 'Two', null)).json()).toMatchObject({
      ...{ code: 'stale', error: expect.stringContaining('Someone else has changed this setting') },
    })
    expect((await put('brandName', 'Two', version)).statusCode).toBe(200)
    expect((await reset('brandName', version)).statusCode).toBe(409)
    expect(await one('brandName')).toMatchObject({ value: 'Two' })
  })

  test('can be repeated if the response was lost', async () => {
    const hours = { days: [1, 2], from: '09:00', to: '17:00' }
    const first = await put('workingHours', hours, null)
    const again = await put('workingHours', { to: '17:00', from: '09:00', days: [1, 2] }, null)
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    const { version } = first.json<Setting>()
    for (let times = 0; times < 2; times++)
      expect((await reset('workingHours', version)).statusCode).toBe(200)
    expect((await put('workingHours', hours, version)).statusCode).toBe(409)
  })

  test('have one winner, even for the first value', async () => {
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((it) => put('brandName', it, null)),
    )
    expect(answers.filter((it) => it.statusCode === 200)).toHaveLength(1)
    expect(answers.filter((it) => it.statusCode === 409)).toHaveLength(2)
  })
})

test.each([
  ['brandName', '', 'Brand name is required'],
  ['brandName', 'x'.repeat(61), 'This has more than 60 characters.'],
  ['timeZone', 'Europe/Nowhere', 'Unknown time zone. Example: Europe/Copenhagen.'],
  // Time zones of London and Dhaka.
  ['timeZone', 'BST', 'Unknown time zone. Example: Europe/Copenhagen.'],
  ['timeZone', '+05:30', 'Unknown time zone. Example: Europe/Copenhagen.'],
  ['currency', 'kr', 'Currency is three letters, such as DKK'],
  ['currency', 'QQQ', 'Unknown currency. Example: DKK.'],
  ['minimumGroup', 5, 'Minimum group size must be one of 6, 12, 24, 48.'],
  ['minimumGroup', 7, 'Minimum group size must be one of 6, 12, 24, 48.'],
  ['minimumGroup', null, 'Minimum group size must be one of 6, 12, 24, 48.'],
  [
    'workingHours',
    { days: [1], from: '18:00', to: '08:00' },
    'The working day must end after it begins',
  ],
  ['workingHours', { days: [1], from: '8', to: '18:00' }, 'The first hour is a time such as 08:00'],
  [
    'workingHours',
    { days: [1], from: '08:00', to: '24:00' },
    'The last hour is a time such as 18:00',
  ],
  ['workingHours', { days: [], from: '08:00', to: '18:00' }, 'Choose at least one day'],
  ['workingHours', { days: [1, 1], from: '08:00', to: '18:00' }, 'Each day can be chosen once'],
  ['afterConversation', ['diarization'], 'must be metric_extraction or'],
  ['afterConversation', ['metric_extraction', 'metric_extraction'], 'Each type can be chosen once'],
  ['retention.audit_entry', 89, 'Audit log: a whole number of days, from 90 to 3650, or forever.'],
  ['retention.execution', 1.5, 'Runs of AI prompts: a whole number of days, from 1 to 3650'],
  ['retention.login', null, 'Ended logins: a whole number of days, from 0 to 3650.'],
] as [SettingName, unknown, string][])('%s cannot be %j', (name, value, sentence) => {
  const { error } = settingEntry(name).schema.safeParse(value)
  expect(error?.issues[0]?.message).toContain(sentence)
})

test('unknown settings and values of another type are rejected', async () => {
  expect((await put('colour', 'red')).statusCode).toBe(404)
  expect((await put('brandName', { deep: 'x' })).statusCode).toBe(400)
  const refused = await put('brandName', '')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { error: 'Brand name is required', fields: { value: 'Brand name is required' } },
  ])
  expect(await one('brandName')).toMatchObject({ version: null })
})

test('the number of rows that a shorter retention deletes is shown in advance', async () => {
  const executedAt = [-10, -50, -100].map((days) => daysFromNow(days))
  await db
    .insertInto('execution')
    .values(
      executedAt.map((at) => ({
        ...{ id: newId(), templateType: 'diarization', templateName: 'x', isSuccess: true },
        ...{ executionTimeMs: 1, executedAt: at },
      })),
    )
    .execute()
  const rowsOver = async (days: number) =>
    (await call({ url: `/api/admin/settings/execution/removed?rule=${days}` }, system)).json()
  expect(await rowsOver(30)).toEqual({ rows: 2, oldest: executedAt.at(-1) })
  expect(await rowsOver(365)).toEqual({ rows: 0, oldest: null })
})
