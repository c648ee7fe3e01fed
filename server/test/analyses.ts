import { beforeEach, expect } from 'vitest'
import type { AnalysisType, SessionAnalysis } from '#contract/analysis/analysis.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { ensureDefaults } from '../platform/db/defaults.ts'
import type { Llm } from '../providers/llm/llm.ts'
import { daysFromNow, makeClient, makeSession } from './make.ts'
import { runQueuedJobs } from './run-queued-jobs.ts'
import type { testApp } from './test-app.ts'
import { withAdapters } from './with-adapters.ts'

export const conversation =
  'Coach: On a scale from zero to ten, how high is your stress?\n\nClient: I would say an eight. I am exhausted.\n\nCoach: And how is your energy?\n\nClient: It is a three.'
/** Values as a model returns them for `conversation`. */
export const stress = { key: 'stress_level', value: 80, quotes: ['I would say an eight'] }
export const energy = { key: 'energy', value: 30, quotes: ['how is your energy', 'It is a three'] }
export const risk = {
  riskScore: 62,
  reasons: [{ reason: 'High stress', quote: 'I would say an eight. I am exhausted' }],
  protective: [{ reason: 'A friend', quote: 'It is a three' }],
}

type Answers = Partial<Record<AnalysisType, unknown>>
export const values = (...of: object[]) => ({
  metric_extraction: { values: of },
  burnout_assessment: risk,
})
export const answering = (answers: Answers): Llm => ({
  complete: async ({ type }) => ({
    text: JSON.stringify(answers[type as AnalysisType] ?? { values: [] }),
    tokensUsed: 3,
  }),
})

export const fail = (error: Error) => {
  throw error
}
export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

type Ask = { id?: string; cookie?: string; payload?: object }

/**
 * API calls for the analysis of a session. Each test gets a new client and session (`at`). Call once per test file, at
 * the top.
 */
export async function analyses(made: Awaited<ReturnType<typeof testApp>>) {
  const { db, deps, boss, call, signIn, emails, coachId, sessionDefinitionId } = made
  await ensureDefaults(db)
  const coach = await signIn(emails.coach)
  const at = { clientId: '', sessionId: '' }
  const begin = (text: string | null = conversation, sessionDate = daysFromNow(-1)) =>
    makeSession(db, {
      ...{ clientId: at.clientId, sessionDefinitionId, sessionDate },
      transcribedTextScripted: text,
    })
  beforeEach(async () => {
    at.clientId = await makeClient(db, { coachId })
    at.sessionId = await begin()
    await db.deleteFrom('automaticRun').where('status', '=', 'waiting').execute()
  })

  /** Runs the waiting analysis steps. */
  const work = (llm: Llm) =>
    runQueuedJobs(
      { deps: withAdapters(deps, { ai_analysis: llm }), boss },
      'run-after-conversation',
    )
  const analyse = ({ id = at.sessionId, cookie = coach, payload }: Ask = {}) =>
    call(
      { method: 'POST', url: `/api/sessions/${id}/analyse`, ...(payload && { payload }) },
      cookie,
    )
  const read = async (id = at.sessionId): Promise<SessionAnalysis> =>
    (
      await call({ method: 'GET', url: `/api/sessions/${id}/analysis` }, coach)
    ).json<SessionAnalysis>()
  const plan = async () =>
    (
      await call({ method: 'GET', url: `/api/clients/${at.clientId}/sessions-and-metrics` }, coach)
    ).json<SessionsAndMetrics>()

  return {
    ...{ at, coach, begin, work, analyse, read, plan },
    cancel: (cookie = coach) =>
      call({ method: 'POST', url: `/api/sessions/${at.sessionId}/cancel-analysis` }, cookie),
    analysed: async (answers: Answers, id = at.sessionId) => {
      expect((await analyse({ id })).statusCode).toBe(200)
      await work(answering(answers))
      return read(id)
    },
    found: async (key: string) => {
      const value = (await read()).values.find((it) => it.key === key)
      if (!value) throw new Error(`${key} was not found.`)
      return value
    },
    statuses: async () => (await read()).steps.map(({ type, status }) => [type, status]),
    decide: (id: string, payload: object, cookie = coach) =>
      call({ method: 'PUT', url: `/api/analysis-values/${id}/decision`, payload }, cookie),
    inPlan: async (label: string) =>
      (await plan()).metrics
        .filter((it) => it.metricLabel === label)
        .map((it) => [it.numericValue, it.source, it.check]),
    /** Actions in the audit log for the client, oldest first. */
    logged: async () =>
      (
        await db
          .selectFrom('auditEntry')
          .select('action')
          .where('clientId', '=', at.clientId)
          .orderBy('createdAt')
          .execute()
      ).map(({ action }) => action),
    asClient: async () => {
      const { email } = await db
        .selectFrom('client')
        .innerJoin('user', 'user.id', 'client.userId')
        .select('user.email')
        .where('client.id', '=', at.clientId)
        .executeTakeFirstOrThrow()
      return signIn(email)
    },
  }
}
