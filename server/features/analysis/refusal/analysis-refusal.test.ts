import { describe, expect, test } from 'vitest'
import type { ClientAnalysis } from '#contract/analysis.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import { aborted, analyses, stress, values } from '../../../test/analyses.ts'
import { testApp } from '../../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails } = made
const { at, coach, work, analyse, analysed, read, found, statuses, decide, inPlan, ...the } =
  await analyses(made)
const { logged, asClient } = the
const otherCoach = await signIn(emails.otherCoach)
const system = await signIn(emails.system)
const client = await signIn(emails.client)
const org = await signIn(emails.org)

describe('a client who refuses analysis', () => {
  const setRefusal = (isRefused: boolean, cookie = coach) =>
    call(
      {
        method: isRefused ? 'POST' : 'DELETE',
        url: `/api/clients/${at.clientId}/analysis-refusal`,
      },
      cookie,
    )
  const told = async (cookie = coach) =>
    call({ method: 'GET', url: `/api/clients/${at.clientId}/analysis` }, cookie)

  test('sees who analyses, and can refuse on their own plan', async () => {
    const own = await asClient()
    expect((await told(own)).json<ClientAnalysis>()).toMatchObject({
      ...{ refusal: null, isAutomatic: true },
      provider: { label: 'Built in', about: expect.stringContaining('this machine') },
    })
    expect((await setRefusal(true, own)).json<ClientAnalysis>().refusal).toMatchObject({
      at: expect.any(String),
      by: expect.any(String),
    })
    expect((await setRefusal(true, own)).statusCode).toBe(200)
    expect((await logged()).filter((it) => it === 'analysis-refused')).toHaveLength(1)
    expect((await read()).refusal).not.toBeNull()
  })

  test('cannot be another client, and another coach cannot refuse for them', async () => {
    for (const cookie of [otherCoach, client]) {
      expect((await setRefusal(true, cookie)).statusCode).toBe(404)
      expect((await told(cookie)).statusCode).toBe(404)
    }
    expect((await setRefusal(true, org)).statusCode).toBe(403)
    expect((await setRefusal(true, '')).statusCode).toBe(401)
    expect((await told()).json<ClientAnalysis>().refusal).toBeNull()
  })

  test('has no prompts run on their sessions, neither automatically, on request nor by other templates', async () => {
    await setRefusal(true)
    expect((await analyse()).statusCode).toBe(409)
    const url = `/api/sessions/${at.sessionId}`
    const payload = { transcribedTextScripted: 'Client: A nine.' }
    expect((await call({ method: 'PUT', url, payload }, coach)).statusCode).toBe(200)
    expect(await statuses()).toEqual([])
    for (const type of ['diarization', 'session_preparation', 'metric_extraction']) {
      const { id: templateId } = await db
        .selectFrom('template')
        .select('id')
        .where('type', '=', type)
        .executeTakeFirstOrThrow()
      const run = await call(
        {
          ...{ method: 'POST', url: '/api/admin/ai-prompt-templates/execute' },
          payload: {
            templateId,
            inputData: { sessionId: at.sessionId, audioTranscript: 'Hello.' },
          },
        },
        system,
      )
      expect([run.statusCode, run.json().code]).toEqual([409, 'conflict'])
    }
    const executions = await db
      .selectFrom('execution')
      .select('id')
      .where('sessionId', '=', at.sessionId)
      .execute()
    expect(executions).toEqual([])
  })

  test('is mentioned in the session with the values that await a decision, until the refusal is revoked', async () => {
    const session = async () =>
      (await call({ url: `/api/sessions/${at.sessionId}` }, coach)).json<SessionDetail>()
    expect(await session()).toMatchObject({ analysisRefusal: null, valuesToDecide: 0 })
    await analysed(values(stress))
    await setRefusal(true)
    expect(await session()).toMatchObject({
      analysisRefusal: { at: expect.any(String), by: expect.any(String) },
      valuesToDecide: 2,
    })
    await decide((await found('stress_level')).id, { decision: 'rejected' })
    await setRefusal(false)
    expect(await session()).toMatchObject({ analysisRefusal: null, valuesToDecide: 1 })
  })

  test('cancels running analyses, whose answers are discarded', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    const given = { isUp: false }
    await work({
      async complete(_prompt, signal) {
        await setRefusal(true)
        await aborted(signal)
        given.isUp = true
        throw signal.reason
      },
    })
    await expect.poll(() => given.isUp).toBe(true)
    expect(await read()).toMatchObject({ steps: [{ status: 'cancelled' }], values: [] })
  })

  test('keeps earlier values until somebody decides on them, and can allow analysis again', async () => {
    await analysed(values(stress))
    await setRefusal(true)
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    await decide((await found('stress_level')).id, { decision: 'rejected' })
    expect(await inPlan('Stress level')).toEqual([])
    expect((await setRefusal(false)).json<ClientAnalysis>().refusal).toBeNull()
    expect((await setRefusal(false)).statusCode).toBe(200)
    expect((await analyse()).statusCode).toBe(200)
    expect((await logged()).filter((it) => it === 'analysis-allowed')).toHaveLength(1)
  })
})
