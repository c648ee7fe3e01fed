import { beforeEach, expect } from 'vitest'
import type { BriefContent, SessionBrief } from '#contract/briefs/briefs.ts'
import { ensureDefaults } from '../platform/db/defaults.ts'
import type { Providers } from '../providers/registry.ts'
import type { Llm, Prompt } from '../providers/llm/llm.ts'
import { daysFromNow, makeClient, makeMetric, makeRow, makeSession, getRow } from './make.ts'
import { runQueuedJobs } from './run-queued-jobs.ts'
import { testApp } from './test-app.ts'
import { withAdapters } from './with-adapters.ts'

const conversation = [
  'Coach: On a scale from zero to ten, how high is your stress?',
  'Client: I would say an eight.',
  'Coach: What helps? I’ll send you the breathing exercise tonight.',
  "Client: I'll call my doctor on Monday. But what do I do when it comes back?",
].join('\n\n')

export const calm: Llm['complete'] = async () => ({
  ...{ text: 'A calm text.', tokensUsed: 5, model: 'gpt-5' },
})
type Found = { key?: string; value?: number; decision?: string; fault?: string; corrected?: number }

/**
 * The application, and API calls for the brief of a session. Each test gets a new client with a past and a coming
 * session (`at`). Call once per test file, at the top.
 */
export async function briefCalls() {
  const prompts: Prompt[] = []
  /** The language model: whether it is connected, and its next response. */
  const model = { isConnected: false, isOutside: false, answer: calm }
  const llm: Llm = {
    complete(prompt, signal) {
      prompts.push(prompt)
      return model.answer(prompt, signal)
    },
  }
  const app = await testApp((given) => {
    const connected = withAdapters(given, { ai_analysis: llm }).providers
    const active: Providers['active'] = async (type) => ({
      ...(await (model.isConnected ? connected : given.providers).active(type)),
      ...(model.isOutside && { provider: 'openai_gpt5' }),
    })
    return {
      providers: {
        ...given.providers,
        active,
        findActive: (type) => active(type).catch(() => undefined),
      },
    }
  })
  const { db, call, signIn, emails, coachId, sessionDefinitionId } = app
  await ensureDefaults(db)
  const calmness = await makeMetric(db, { key: 'calmness', label: 'Calmness', unit: 'points' })
  const coach = await signIn(emails.coach)

  const at = { clientId: '', last: '', next: '' }
  beforeEach(async () => {
    prompts.length = 0
    Object.assign(model, { isConnected: false, isOutside: false, answer: calm })
    const clientId = await makeClient(db, { coachId })
    const meet = (days: number, values: object = {}) =>
      makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(days), ...values })
    const last = await meet(-2, { transcribedTextScripted: conversation })
    Object.assign(at, { clientId, last, next: await meet(2) })
    await db.deleteFrom('sessionBrief').where('sessionId', '<>', at.next).execute()
  })

  const errors: Error[] = []
  const worker = {
    signal: new AbortController().signal,
    onError: (error: Error) => void errors.push(error),
  }
  const prepare = (id = at.next) =>
    call({ method: 'POST', url: `/api/sessions/${id}/brief` }, coach)
  const open = (id = at.next) => call({ url: `/api/sessions/${id}/brief` }, coach)

  return {
    ...{ app, at, model, prompts, calmness, coach, errors, worker, prepare, open },
    /** Runs the waiting jobs. */
    work: () => runQueuedJobs(app, 'prepare-session', { onError: worker.onError }),
    read: async () => (await open()).json<SessionBrief>(),
    made: async (): Promise<SessionBrief & { content: BriefContent }> => {
      const response = await prepare()
      expect(response.statusCode).toBe(200)
      const brief = response.json<SessionBrief>()
      if (!brief.content) throw new Error('It has no content.')
      return { ...brief, content: brief.content }
    },
    executions: () =>
      db
        .selectFrom('execution')
        .select(['isSuccess', 'requestedBy', 'inputData', 'outputData'])
        .where('sessionId', '=', at.next)
        .execute(),
    /** A value that an analysis found in the last session. */
    analysed: async ({ key = 'stress_level', value = 80, ...it }: Found = {}) => {
      const { version } = await getRow(db, 'session', at.last)
      const place = { turn: 2, speaker: 'Client', isClients: true, time: { start: 4, end: 6 } }
      const quote = { text: 'I would say an eight.', reason: null, isProtective: false, place }
      return makeRow(db, 'analysisValue', {
        ...{ sessionId: at.last, templateType: 'metric_extraction', key },
        ...{ conversationVersion: version, machineValue: value, quotes: JSON.stringify([quote]) },
        ...{ fault: it.fault ?? null, decision: it.decision ?? null },
        ...{ correctedValue: it.corrected ?? null },
        decidedAt: it.decision ? daysFromNow(-1) : null,
      })
    },
    noted: (weekNumber: number, numericValue: number) =>
      makeRow(db, 'metricValue', {
        ...{ clientId: at.clientId, metricDefinitionId: calmness, weekNumber, numericValue },
        source: 'manual',
      }),
  }
}
