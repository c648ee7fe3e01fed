import { afterEach, describe, expect, test } from 'vitest'
import { type Integration, mustBeOneActive } from '#contract/integrations/integrations.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, localDiskId, makeRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails } = await testApp()
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
const remove = (id: string) => call({ method: 'DELETE', url: `${url}/${id}` }, system)
const switchTo = (id: string, type = 'email_sms') =>
  call({ method: 'POST', url: `${url}/${type}/switch/${id}` }, system)
const audited = (rowId: string) => auditEntries(db, { rowId }, ['action', 'userId', 'details'])

afterEach(async () => {
  await switchTo(outboxId)
  await db.deleteFrom('integration').where('isActive', '=', false).execute()
})

describe('the active provider of a type', () => {
  test('is deactivated when another is activated; repeating that changes nothing', async () => {
    const { id } = await added()
    expect((await switchTo(id)).json()).toMatchObject({ id, isActive: true })
    expect(await activeOf('email_sms')).toEqual([id])
    await switchTo(id)
    expect((await put(outboxId, { isActive: true })).json()).toMatchObject({ isActive: true })
    expect(await activeOf('email_sms')).toEqual([outboxId])
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'integration-added',
      'integration-switched',
    ])
  })

  test('cannot be deactivated', async () => {
    const answer = await put(outboxId, { isActive: false })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'conflict', error: mustBeOneActive })
  })

  test('is unique after concurrent switches', async () => {
    const ids = [(await added()).id, (await added({ ...smtp, host: 'b.example.com' })).id]
    const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => switchTo(id)))
    expect(answers.map((it) => it.statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await activeOf('email_sms')).toHaveLength(1)
  })

  test('cannot be one of another type', async () => {
    expect((await switchTo(outboxId, 'crm')).statusCode).toBe(404)
    expect((await switchTo(newId())).statusCode).toBe(404)
    expect((await switchTo('not-an-id')).statusCode).toBe(404)
  })

  test('cannot be a provider of a newer version', async () => {
    const id = await makeRow(db, 'integration', { type: 'email_sms', provider: 'of_tomorrow' })
    expect((await switchTo(id)).statusCode).toBe(400)
    expect(await one(id)).toMatchObject({ provider: 'of_tomorrow', missing: [] })
    expect((await remove(id)).statusCode).toBe(200)
  })
})

describe('deleting a provider', () => {
  test('keeps its calls in the log', async () => {
    const { id } = await added()
    const egressId = await makeRow(db, 'egress', {
      ...{ integrationId: id, provider: 'smtp' },
      host: 'h',
      purpose: 'p',
    })
    expect((await remove(id)).json()).toEqual({ id })
    expect(await one(id)).toBeUndefined()
    expect((await remove(id)).statusCode).toBe(404)
    expect((await audited(id)).at(-1)).toMatchObject({ action: 'integration-deleted' })
    const left = await db
      .selectFrom('egress')
      .select('provider')
      .where('id', '=', egressId)
      .execute()
    expect(left).toEqual([{ provider: 'smtp' }])
  })

  test('is rejected for the active one', async () => {
    expect((await remove(outboxId)).json()).toMatchObject({
      code: 'conflict',
      error: mustBeOneActive,
    })
    await added()
    expect((await remove(outboxId)).json()).toMatchObject({
      ...{
        code: 'conflict',
        error: 'This is the active provider of its type. Activate another one first.',
      },
    })
  })

  test('is rejected if it is activated concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await added()
      const [gone, switched] = await Promise.all([remove(id), switchTo(id)])
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([gone?.statusCode, switched?.statusCode])
      expect(await activeOf('email_sms')).toHaveLength(1)
      await switchTo(outboxId)
    }
  })
})
