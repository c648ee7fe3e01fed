import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionDetail, SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { auditEntries, makeRow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails, clientId, sessionDefinitionId } = made
const coach = await signIn(emails.coach)
const client = await signIn(emails.client)

const written = 'Coach: Hello.\n\nClient: Hi.'
let id = ''
beforeEach(async () => {
  id = await makeSession(db, { clientId, sessionDefinitionId })
})
const run = (values = {}) =>
  makeRow(db, 'execution', {
    ...{ sessionId: id, templateType: 'diarization', templateName: 'Conversation', kind: 'run' },
    ...{ isSuccess: true, executionTimeMs: 5, provider: 'openai_gpt5', model: 'gpt-5' },
    outputData: JSON.stringify({ processedText: written }),
    ...values,
  })
const change = (payload: object) =>
  call({ method: 'PUT', url: `/api/sessions/${id}`, payload }, coach)
const save = async (text: string) => {
  const answer = await change({ transcribedTextScripted: text })
  expect(answer.statusCode).toBe(200)
  return answer.json<SessionDetail>().conversationOrigin
}
const unchecked = { madeBy: 'model', model: 'gpt-5', checkedAt: null, checkedBy: null }
const checked = { ...unchecked, checkedAt: expect.any(String), checkedBy: 'anna coach' }

describe('a conversation', () => {
  test('is by the model whose text it is, and unchecked', async () => {
    await run()
    await run({ model: 'a-later-one', outputData: JSON.stringify({ processedText: 'Other.' }) })
    expect(await save(written)).toEqual(unchecked)
    expect(await save(written)).toEqual(unchecked)
  })

  test.each([
    ['the provider where the model is unknown', { model: null }, { model: 'OpenAI' }],
    [
      'rules for the built-in provider',
      { provider: 'built_in', model: null },
      { madeBy: 'rules', model: null },
    ],
  ])('names %s', async (_what, values, expected) => {
    await run(values)
    expect(await save(written)).toEqual({ ...unchecked, ...expected })
  })

  test('is checked by its editor, even after the run was deleted', async () => {
    await run()
    await save(written)
    await db.deleteFrom('execution').where('sessionId', '=', id).execute()
    expect(await save(`${written} There.`)).toEqual(checked)
    expect(await save(`${written} There.`)).toEqual(checked)
  })

  test('that was edited before it was saved is still by the model', async () => {
    await run()
    expect(await save(`${written} There.`)).toEqual(checked)
  })

  test.each([
    ['failed', { isSuccess: false, outputData: null }],
    ['was a trial', { kind: 'try' }],
    ['was of another type', { templateType: 'metric_extraction' }],
  ])('is by people if the run %s', async (_why, values) => {
    await run(values)
    expect(await save(written)).toBeNull()
    expect((await change({ isConversationChecked: true })).statusCode).toBe(409)
  })

  test('written by people stays so when a later run is discarded', async () => {
    await save('Coach: My own words.')
    await run()
    expect(await save('Coach: My own words, again.')).toBeNull()
  })

  test('has no origin once it is deleted', async () => {
    await run()
    await save(written)
    expect(await save(' ')).toBeNull()
  })
})

describe('completing a session', () => {
  const status = async () =>
    (await call({ url: `/api/sessions/${id}` }, coach)).json<SessionDetail>().status

  test('takes a person who checks what a machine wrote', async () => {
    await run()
    await save(written)
    expect(await status()).toBe('open')
    await save(written)
    expect(await status()).toBe('open')
    await change({ isConversationChecked: true })
    expect(await status()).toBe('completed')
  })

  test('is done by a person who edits what a machine wrote, before or after it was saved', async () => {
    await run()
    await save(`${written} There.`)
    expect(await status()).toBe('completed')
    await change({ status: 'open' })
    await save(written)
    expect(await status()).toBe('open')
    await save(`${written} Again.`)
    expect(await status()).toBe('completed')
  })

  test('is done by a person who writes the conversation, not by who deletes it', async () => {
    await save(written)
    expect(await status()).toBe('completed')
    await change({ status: 'open' })
    await save(' ')
    expect(await status()).toBe('open')
  })
})

describe('confirming a conversation', () => {
  test('records who checked it, and is audited', async () => {
    await run()
    await save(written)
    const answer = await change({ isConversationChecked: true, version: 2 })
    expect(answer.json<SessionDetail>().conversationOrigin).toEqual(checked)
    const of = { action: 'conversation-checked', rowId: id }
    expect(await auditEntries(db, of, ['userId'])).toEqual([{ userId: made.coachUserId }])
  })

  test('is rejected if the text has changed since it was read', async () => {
    await run()
    await save(written)
    const answer = await change({ isConversationChecked: true, version: 1 })
    expect(answer.json()).toMatchObject({ code: 'stale' })
  })
})

test('a client reads the origin with a shared conversation, and not before', async () => {
  await run()
  await save(written)
  const { sessions } = (
    await call({ url: `/api/clients/${clientId}/sessions-and-metrics` }, client)
  ).json<SessionsAndMetrics>()
  expect(sessions.find((it) => it.id === id)?.conversationOrigin).toBeNull()
  const url = `/api/sessions/${id}/shared-conversation`
  await call({ method: 'POST', url, payload: { version: 2 } }, coach)
  expect((await call({ url }, client)).json()).toMatchObject({ origin: unchecked })
})
