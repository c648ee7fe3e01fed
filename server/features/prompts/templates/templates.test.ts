import { describe, expect, test } from 'vitest'
import {
  type Template,
  type TemplateVersionWithPrompts,
  type TemplateType,
  type TemplateVersion,
} from '#contract/prompts/prompts.ts'
import { auditEntries, makeSession, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const system = await signIn(emails.system)
const url = '/api/admin/ai-prompt-templates'
const needed = 'This is the active template of its type. Activate another one first.'

type Call = NonNullable<Parameters<typeof call>[0]['method']>
const ask = (method: Call, path = '', payload?: object, cookie = system) =>
  call({ method, url: `${url}${path}`, ...(payload && { payload }) }, cookie)

const form = (values: object = {}) => ({
  name: 'Careful',
  type: 'diarization',
  systemPrompt: 'Be kind.',
  userPromptTemplate: '{{audioTranscript}}',
  ...values,
})
async function make(values: object = {}) {
  const answer = await ask('POST', '', form(values))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Required<Template>>()
}
const list = async () => (await ask('GET')).json<Template[]>()
const activeOf = async (type: TemplateType) =>
  (await list()).flatMap((it) => (it.type === type && it.isActive ? [it.id] : []))
const versions = async (id: string) =>
  (await ask('GET', `/${id}/versions`)).json<TemplateVersion[]>()
const entries = (rowId: string) => auditEntries(db, { rowId }, ['action', 'details', 'userId'])
const actions = async (rowId: string) => (await entries(rowId)).map(({ action }) => action)

describe('creating a template', () => {
  test('makes it inactive with version 1 by default, and stores its prompts', async () => {
    const { id, ...template } = await make({ description: '' })
    expect(template).toEqual({
      ...form({
        version: '1',
        isActive: false,
        description: null,
        versionNumber: 1,
        rowVersion: 1,
      }),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await versions(id)).toEqual([
      {
        ...{ id: expect.any(String), number: 1, version: '1', authorName: 'sys admin' },
        ...{ createdAt: expect.any(String), isUsed: true },
      },
    ])
    expect(await actions(id)).toEqual(['template-created'])
  })

  test('as active deactivates the active template of its type, and no other', async () => {
    const type = 'burnout_assessment'
    const [first, other] = [await make({ type, isActive: true }), await make({ isActive: true })]
    const next = await make({ type, isActive: true })
    expect(await activeOf(type)).toEqual([next.id])
    expect(await activeOf('diarization')).toEqual([other.id])
    expect((await list()).find(({ id }) => id === first.id)?.isActive).toBe(false)
    expect(await actions(next.id)).toEqual(['template-created', 'template-activated'])
  })

  test.each([
    ['name', ' ', 'Name is required'],
    ['systemPrompt', ' \n', 'System prompt is required'],
    ['userPromptTemplate', '', 'User prompt template is required'],
    ['version', '', 'Version is required'],
    ['systemPrompt', 'Be {{kindness}}.', '{{kindness}} is not a known placeholder'],
    [
      'userPromptTemplate',
      '{{audioTranscript}} {{clientNme}} {{ weekNr }} {{clientNme}}',
      '{{clientNme}} and {{weekNr}} are not known placeholders',
    ],
  ])('with %s %j is rejected: %s', async (name, value, sentence) => {
    const before = await list()
    const answer = await ask('POST', '', form({ [name]: value }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [name]: sentence })
    expect(await list()).toEqual(before)
  })
})

describe('changing a template', () => {
  test('keeps earlier versions with authors, and creates a version only for other prompts or another label', async () => {
    const { id } = await make()
    await ask('PUT', `/${id}`, { name: 'Kinder', description: 'For first sessions.' })
    await ask('PUT', `/${id}`, { systemPrompt: 'Be kinder.' })
    const { json } = await ask('PUT', `/${id}`, { version: 'beta' })
    expect(json()).toMatchObject({
      ...{ name: 'Kinder', description: 'For first sessions.', systemPrompt: 'Be kinder.' },
      ...{ version: 'beta', versionNumber: 3, rowVersion: 4 },
    })
    expect((await versions(id)).map((it) => [it.number, it.version])).toEqual([
      [3, 'beta'],
      [2, '1'],
      [1, '1'],
    ])
    const text = (await ask('GET', `/${id}/versions/1`)).json<TemplateVersionWithPrompts>()
    expect(text).toMatchObject({ systemPrompt: 'Be kind.', authorName: 'sys admin' })
    const [, last] = await entries(id)
    expect(last).toMatchObject({
      action: 'template-changed',
      userId: made.systemUserId,
      details: { changed: 'name description', version: 1, type: 'diarization' },
    })
  })

  test('rejects the second of two concurrent changes', async () => {
    const { id, rowVersion } = await make()
    const change = (name: string) => ask('PUT', `/${id}`, { name, readVersion: rowVersion })
    const codes = (await Promise.all([change('One'), change('Other')])).map((it) => it.statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 409]))
    const refusal = (await change('Third')).json()
    expect(refusal).toMatchObject({ code: 'stale', error: expect.stringContaining('template') })
  })

  test('can be repeated after a lost response', async () => {
    const { id, rowVersion } = await make()
    const body = { name: 'Sent twice', description: '', readVersion: rowVersion }
    const [first, again] = [await ask('PUT', `/${id}`, body), await ask('PUT', `/${id}`, body)]
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect((await ask('PUT', `/${id}`, { ...body, description: 'More' })).statusCode).toBe(409)
  })

  test('allows existing unknown placeholders, but no new ones', async () => {
    const { id } = await make()
    const older = 'As {{formerName}} said.'
    await updateRow(db, 'template', id, { systemPrompt: older })
    const same = await ask('PUT', `/${id}`, { name: 'Older', systemPrompt: older })
    expect(same.statusCode).toBe(200)
    const other = await ask('PUT', `/${id}`, { systemPrompt: `${older} Yes.` })
    expect(other.json()).toMatchObject({
      error: '{{formerName}} is not a known placeholder.',
      fields: { systemPrompt: '{{formerName}} is not a known placeholder' },
    })
  })

  test('cannot deactivate the active one of its type, directly or by another type', async () => {
    const { id } = await make({ isActive: true })
    for (const change of [{ isActive: false }, { type: 'metric_extraction' }]) {
      const answer = await ask('PUT', `/${id}`, change)
      expect([answer.statusCode, answer.json().error]).toEqual([409, needed])
    }
    expect(await activeOf('diarization')).toEqual([id])
    const whole = await ask('PUT', `/${id}`, form({ name: 'Still active', isActive: true }))
    expect(whole.json()).toMatchObject({ name: 'Still active', isActive: true })
  })
})

describe('activating a template', () => {
  test('deactivates the other one, and can be repeated', async () => {
    const [one, other] = [await make({ isActive: true }), await make()]
    const answer = await ask('POST', `/${other.id}/activate`)
    expect(answer.json()).toMatchObject({ id: other.id, isActive: true })
    const again = await ask('POST', `/${other.id}/activate`)
    expect(again.json()).toEqual(answer.json())
    expect(await activeOf('diarization')).toEqual([other.id])
    expect(await versions(one.id)).toHaveLength(1)
    expect(await actions(other.id)).toEqual(['template-created', 'template-activated'])
    expect((await entries(other.id)).at(-1)?.details).toMatchObject({ insteadOf: one.id })
  })

  test('twice concurrently leaves one active', async () => {
    const type = 'session_preparation'
    const those = await Promise.all([make({ type }), make({ type }), make({ type })])
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        ...those.map(({ id }) => ask('POST', `/${id}/activate`)),
        ask('POST', '', form({ type, isActive: true })),
      ])
      expect(answers.map((it) => it.statusCode)).toEqual([200, 200, 200, 200])
      expect(await activeOf(type)).toHaveLength(1)
    }
  })
})

describe('deleting a template', () => {
  test('is rejected for the active one, and keeps executed versions', async () => {
    const template = await make({ isActive: true })
    const refusal = await ask('DELETE', `/${template.id}`)
    expect([refusal.statusCode, refusal.json().error]).toEqual([409, needed])
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    const run = await ask('POST', '/execute', {
      templateId: template.id,
      inputData: { audioTranscript: 'Speaker 1: hello', sessionId },
    })
    await make({ isActive: true })
    expect((await ask('DELETE', `/${template.id}`)).json()).toEqual({ id: template.id })
    expect((await ask('GET', `/${template.id}/versions`)).statusCode).toBe(404)
    const ran = await db
      .selectFrom('execution')
      .innerJoin('templateVersion', 'templateVersion.id', 'execution.templateVersionId')
      .select(['execution.templateId', 'templateName', 'systemPrompt', 'number'])
      .where('execution.id', '=', run.json().executionId)
      .executeTakeFirstOrThrow()
    expect(ran).toEqual({
      ...{ templateId: null, templateName: 'Careful', systemPrompt: 'Be kind.', number: 1 },
    })
    expect(await actions(template.id)).toContain('template-deleted')
  })
})

describe('an earlier version', () => {
  test('becomes current again as a new version', async () => {
    const { id } = await make({ version: '1.0' })
    await ask('PUT', `/${id}`, { version: '2.0', systemPrompt: 'Be short.' })
    const back = await ask('POST', `/${id}/versions/1/restore`)
    expect(back.json()).toMatchObject({
      version: '1.0',
      systemPrompt: 'Be kind.',
      versionNumber: 3,
    })
    expect((await versions(id)).map(({ number }) => number)).toEqual([3, 2, 1])
    const again = await ask('POST', `/${id}/versions/3/restore`)
    expect(again.json()).toEqual(back.json())
    const restored = (await entries(id)).filter((it) => it.action === 'template-restored')
    expect(restored.map((it) => it.details)).toEqual([{ from: 1, version: 3, type: 'diarization' }])
  })
})

describe('the database', () => {
  test('keeps versions unchanged, and one active template per type', async () => {
    const { id } = await make({ isActive: true })
    const text = (await versions(id))[0]?.id ?? ''
    await expect(updateRow(db, 'templateVersion', text, { version: '9' })).rejects.toThrow(
      'does not change',
    )
    const gone = () => db.deleteFrom('templateVersion').where('id', '=', text).execute()
    await expect(gone()).rejects.toThrow('goes after its template')
    await expect(updateRow(db, 'template', id, { isActive: false })).rejects.toThrow(
      'must be active',
    )
    await expect(db.deleteFrom('template').where('id', '=', id).execute()).rejects.toThrow(
      'must be active',
    )
  })
})
