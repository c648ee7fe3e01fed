import { afterEach, describe, expect, test } from 'vitest'
import { type Integration } from '#contract/integrations/integrations.ts'
import { deriveKeys } from '../../platform/keys/keys.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, localDiskId, getRow, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, deps, call, signIn, emails, systemUserId } = await testApp()
const system = await signIn(emails.system)
const url = '/api/admin/integration-settings'
const outboxId = localDiskId.replace(/.$/, '4')
const password = 'horse-battery-1234'
const smtp = { host: 'mail.example.com', port: '587', username: 'mailer', password }

const all = async () => (await call({ url }, system)).json<Integration[]>()
const one = async (id: string) => (await all()).find((it) => it.id === id)
const activeOf = async (type: string) =>
  (await all()).filter((it) => it.type === type && it.isActive).map(({ id }) => id)
const post = (payload: object, cookie = system) => call({ method: 'POST', url, payload }, cookie)
const added = async (settings: object = smtp, more: object = {}) => {
  const answer = await post({ type: 'email_sms', provider: 'smtp', settings, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Integration>()
}
const put = (id: string, payload: object) =>
  call({ method: 'PUT', url: `${url}/${id}`, payload }, system)
const switchTo = (id: string, type = 'email_sms') =>
  call({ method: 'POST', url: `${url}/${type}/switch/${id}` }, system)
const opened = (id: string) => call({ url: `${url}/edit/${id}` }, system)
const audited = (rowId: string) => auditEntries(db, { rowId }, ['action', 'userId', 'details'])

afterEach(async () => {
  await switchTo(outboxId)
  await db.deleteFrom('integration').where('isActive', '=', false).execute()
})

describe('the list', () => {
  test('has the built-in providers, active and without settings', async () => {
    expect((await all()).map(({ type, provider, isActive }) => [type, provider, isActive])).toEqual(
      [
        ['video_storage', 'local_disk', true],
        ['transcription', 'local', true],
        ['ai_analysis', 'built_in', true],
        ['email_sms', 'outbox', true],
      ],
    )
    expect(await one(outboxId)).toMatchObject({
      ...{ settings: {}, missing: [], isReadable: true, lastCall: null },
      lastDay: { calls: 0, failures: 0 },
    })
  })

  test('masks secrets, and has the last call and the failures of a day', async () => {
    const { id } = await added()
    const day = 24 * 3600 * 1000
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    const entry = (createdAt: string, isSuccess: boolean | null, error: string | null = null) => ({
      ...{ id: newId(), integrationId: id, provider: 'smtp', host: 'mail.example.com:587' },
      ...{ purpose: 'message', createdAt, isSuccess, error },
    })
    const said = 'SMTP says: 550 no such mailbox'
    await db
      .insertInto('egress')
      .values([
        entry(ago(2 * day), false, 'long ago'),
        entry(ago(5000), true),
        entry(ago(4000), false, said),
        // In progress: the result is unknown.
        entry(ago(1000), null),
      ])
      .execute()
    expect(await one(id)).toMatchObject({
      settings: { ...smtp, password: '••••1234' },
      lastCall: { isSuccess: false, error: said },
      lastDay: { calls: 3, failures: 1 },
    })
  })
})

describe('adding a provider', () => {
  test('encrypts its secrets and leaves it inactive', async () => {
    const { id, isActive } = await added()
    expect(isActive).toBe(false)
    const row = await getRow(db, 'integration', id)
    expect(row.settings).toEqual({ host: 'mail.example.com', port: '587', username: 'mailer' })
    expect(row.secrets).not.toContain(password)
    expect(JSON.parse(deps.keys.decrypt('integration-secrets', id, row.secrets ?? ''))).toEqual({
      password,
    })
    expect(await audited(id)).toEqual([
      {
        ...{ action: 'integration-added', userId: systemUserId },
        details: { type: 'email_sms', provider: 'smtp' },
      },
    ])
  })

  test('replaces the active one on request', async () => {
    const { id } = await added(smtp, { isActive: true })
    expect(await activeOf('email_sms')).toEqual([id])
    expect((await deps.providers.active('email_sms')).id).toBe(id)
    expect((await audited(id)).map(({ action, details }) => [action, details])).toEqual([
      ['integration-added', { type: 'email_sms', provider: 'smtp' }],
      ['integration-switched', { type: 'email_sms', provider: 'smtp', insteadOf: 'outbox' }],
    ])
  })

  test.each([
    [{ provider: 'outbox', settings: {} }, 409, { error: 'Outbox has already been added.' }],
    [{ provider: '' }, 400, { fields: { provider: 'Provider is required' } }],
    [{ provider: 'pigeon' }, 400, { fields: { provider: 'Unknown provider for this type' } }],
    [{ provider: 'local_disk' }, 400, { error: 'Unknown provider for this type.' }],
    [{ provider: 'constructor' }, 400, { error: 'Unknown provider for this type.' }],
    [{ type: 'weather' }, 400, { fields: { type: expect.any(String) } }],
    [
      { settings: { ...smtp, nonsense: 'x' } },
      400,
      { error: 'The field settings holds a field that does not exist.' },
    ],
    [
      { settings: { host: 'https://mail.example.com' } },
      400,
      {
        error: 'Please enter a host such as smtp.example.com, without a protocol or a path.',
        fields: { 'settings.host': expect.stringMatching(/^Please enter a host/) },
      },
    ],
    [{ settings: { port: '99' } }, 400, { fields: { 'settings.port': expect.any(String) } }],
    [
      { settings: { password: '••••1234' } },
      400,
      { fields: { 'settings.password': 'Enter the complete Password' } },
    ],
    [{ settings: { host: 'x'.repeat(501) } }, 400, { code: 'invalid' }],
  ])('is rejected with wrong settings: %j', async (change, status, said) => {
    const answer = await post({ type: 'email_sms', provider: 'smtp', settings: smtp, ...change })
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json()).toMatchObject(said)
    expect(await all()).toHaveLength(4)
  })
})

describe('changing settings', () => {
  test('replaces all of them; a mask stands for the stored secret', async () => {
    const { id, version } = await added()
    const same = await put(id, { settings: { ...smtp, password: '••••1234' }, version })
    expect(same.json()).toMatchObject({ version, settings: { password: '••••1234' } })
    const changed = { ...smtp, fromEmail: 'post@example.com' }
    const answer = await put(id, { settings: { ...changed, password: '••••1234' }, version })
    expect(answer.json()).toMatchObject({ version: version + 1 })
    expect((await opened(id)).json()).toEqual({
      settings: changed,
      version: version + 1,
    })
    expect((await audited(id)).map(({ action, details }) => [action, details])).toEqual([
      ['integration-added', { type: 'email_sms', provider: 'smtp' }],
      ['integration-changed', { type: 'email_sms', provider: 'smtp', changed: 'fromEmail' }],
      ['integration-opened', { type: 'email_sms', provider: 'smtp' }],
    ])
  })

  test('is rejected for the second of two users with a conflict', async () => {
    const { id, version } = await added()
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((it) =>
        put(id, { settings: { ...smtp, host: `${it}.example.com` }, version }),
      ),
    )
    expect(answers.filter((it) => it.statusCode === 200)).toHaveLength(1)
    const [other, ...more] = answers.filter((it) => it.statusCode === 409)
    expect(more).toHaveLength(1)
    expect(other?.json()).toMatchObject({
      ...{
        code: 'stale',
        error: expect.stringContaining('Someone else has changed this provider'),
      },
    })
  })

  test('can be repeated with the old version: the response may have been lost', async () => {
    const { id, version } = await added()
    const settings = { ...smtp, password: 'another-password' }
    const [first, again] = [
      await put(id, { settings, version }),
      await put(id, { settings, version }),
    ]
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    for (const other of [
      { settings: { ...settings, host: 'other.example.com' } },
      { settings: { ...settings, password: '••••1234' } },
      { settings, isActive: true },
    ])
      expect((await put(id, { ...other, version })).json()).toMatchObject({ code: 'stale' })
  })

  test('can remove a secret, whose mask is then rejected', async () => {
    const { id } = await added()
    const { password: _gone, ...others } = smtp
    expect((await put(id, { settings: others })).json()).toMatchObject({ settings: others })
    const answer = await put(id, { settings: { ...others, password: '••••1234' } })
    expect(answer.json()).toMatchObject({
      fields: { 'settings.password': 'Enter the complete Password' },
    })
  })

  test('cannot change type or provider', async () => {
    const { id } = await added()
    const answer = await put(id, { provider: 'outbox' })
    expect(answer.json()).toMatchObject({
      ...{ code: 'invalid', fields: { provider: 'The provider cannot be changed' } },
    })
    expect((await put(id, { type: 'crm' })).statusCode).toBe(400)
    expect(
      (await put(id, { type: 'email_sms', provider: 'smtp', isActive: false })).statusCode,
    ).toBe(200)
    expect((await put(id, {})).json()).toMatchObject({ error: 'There is nothing to change' })
    expect((await put(newId(), { isActive: true })).statusCode).toBe(404)
  })
})

describe('the settings for the form', () => {
  test('have the secrets, and opening them is audited', async () => {
    const { id, version } = await added()
    expect((await opened(id)).json()).toEqual({ settings: smtp, version })
    await opened(id)
    const openings = (await audited(id)).filter(({ action }) => action === 'integration-opened')
    expect(openings).toHaveLength(2)
    expect(JSON.stringify(openings)).not.toContain(password)
    expect((await opened(newId())).statusCode).toBe(404)
  })

  test('report secrets encrypted with another key, and accept new ones', async () => {
    const { id } = await added()
    const strange = deriveKeys([Buffer.alloc(32, 1)])
    const secrets = strange.encrypt('integration-secrets', id, '{"password":"x"}')
    await updateRow(db, 'integration', id, { secrets })
    expect(await one(id)).toMatchObject({ isReadable: false, settings: { host: smtp.host } })
    const answer = await opened(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: expect.stringContaining('cannot be read with the key of this installation'),
    })
    expect((await switchTo(id)).json()).toMatchObject({
      error: expect.stringContaining('SMTP cannot be activated: its secrets were encrypted'),
    })
    expect((await put(id, { settings: smtp })).json()).toMatchObject({ isReadable: true })
    expect((await switchTo(id)).statusCode).toBe(200)
  })
})
