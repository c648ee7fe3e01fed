import { describe, expect, test } from 'vitest'
import { analyses, aborted, conversation, stress, values } from '../../../test/analyses.ts'
import { decideConsents } from '../../../test/decide-consents.ts'
import { testApp } from '../../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails } = made
const { at, coach, work, analyse, analysed, read, found, statuses, decide, inPlan, asClient } =
  await analyses(made)
const system = await signIn(emails.system)
const withdraw = () => decideConsents(call, at.clientId, { analysis: false }, { cookie: coach })

describe('without consent to analysis', () => {
  test('no prompts run on the sessions, neither automatically, on request nor by other templates', async () => {
    await withdraw()
    expect((await analyse()).statusCode).toBe(409)
    const url = `/api/sessions/${at.sessionId}`
    const payload = { transcribedTextScripted: `${conversation}\n\nClient: A nine.` }
    expect((await call({ method: 'PUT', url, payload }, coach)).statusCode).toBe(200)
    expect(await statuses()).toEqual([])
    for (const type of ['diarization', 'session_preparation', 'metric_extraction']) {
      const { id: templateId } = await db
        .selectFrom('template')
        .select('id')
        .where('type', '=', type)
        .executeTakeFirstOrThrow()
      const inputData = { sessionId: at.sessionId, audioTranscript: 'Hello.' }
      const run = await call(
        {
          ...{ method: 'POST', url: '/api/admin/ai-prompt-templates/execute' },
          payload: { templateId, inputData },
        },
        system,
      )
      expect([run.statusCode, run.json().code]).toEqual([409, 'no-consent'])
    }
    const executions = db.selectFrom('execution').select('id')
    expect(await executions.where('sessionId', '=', at.sessionId).execute()).toEqual([])
  })

  test('a running request is aborted, and its answer discarded', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    let isStopped = false
    await work({
      isByRules: true,
      async complete(_prompt, signal) {
        await withdraw()
        await aborted(signal)
        isStopped = true
        throw signal.reason
      },
    })
    await expect.poll(() => isStopped).toBe(true)
    expect(await read()).toMatchObject({ steps: [{ status: 'cancelled' }], values: [] })
  })

  test('earlier values stay until somebody decides on them, and analysis can be allowed again', async () => {
    await analysed(values(stress))
    await withdraw()
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    await decide((await found('stress_level')).id, { decision: 'rejected' })
    expect(await inPlan('Stress level')).toEqual([])
    // Only the client gives it again.
    await decideConsents(call, at.clientId, { analysis: true }, { cookie: await asClient() })
    expect((await analyse()).statusCode).toBe(200)
  })
})
