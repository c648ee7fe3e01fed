import { ensureDefaults } from '../platform/db/defaults.ts'
import { daysFromNow, makeClient, makeMetric, makeRow, makeSession, updateRow } from './make.ts'
import type { testApp } from './test-app.ts'

type Run = { text?: number; provider?: string; model?: string | null; at?: string }
export type FoundValue = {
  key?: string
  value?: number
  fault?: string
  decision?: 'confirmed' | 'corrected' | 'rejected'
  to?: number
}
const templateType = 'metric_extraction'

/** Rows of what analyses found. Call once per test file, at the top. */
export async function makeAnalyses(made: Awaited<ReturnType<typeof testApp>>) {
  const { db, coachId, sessionDefinitionId } = made
  await ensureDefaults(db)
  const metrics: Record<string, string> = {
    sleep_hours: await makeMetric(db, {
      ...{ key: 'sleep_hours', label: 'Sleep', dataSource: 'transcription' },
      ...{ lowest: 0, highest: 20 },
    }),
    calm: await makeMetric(db, { key: 'calm', label: 'Calm', dataSource: 'transcription' }),
  }

  /** The active template, with the given number of versions. */
  async function textOf(number: number) {
    for (;;) {
      const template = await db
        .selectFrom('template')
        .select(['id', 'name', 'versionNumber'])
        .where('type', '=', templateType)
        .where('isActive', '=', true)
        .executeTakeFirstOrThrow()
      if (template.versionNumber >= number) {
        const text = await db
          .selectFrom('templateVersion')
          .select('id')
          .where('templateId', '=', template.id)
          .where('number', '=', number)
          .executeTakeFirstOrThrow()
        return { template, text }
      }
      await updateRow(db, 'template', template.id, { version: `1.${template.versionNumber}` })
    }
  }

  return {
    clients: (number: number) =>
      Promise.all(Array.from({ length: number }, () => makeClient(db, { coachId }))),
    /** An analysis of a client's session, with its values and a person's decisions on them. */
    found: async (clientId: string, run: Run, ...values: FoundValue[]) => {
      const { provider = 'openai_compatible', model = 'made-1', at } = run
      const { template, text } = await textOf(run.text ?? 1)
      const sessionId = await makeSession(db, {
        ...{ clientId, sessionDefinitionId, sessionDate: daysFromNow(-1) },
      })
      const executionId = await makeRow(db, 'execution', {
        ...{ templateType, templateName: template.name, templateId: template.id, provider, model },
        ...{ templateVersionId: text.id, isSuccess: true, executionTimeMs: 5, sessionId },
        ...(at && { executedAt: at }),
      })
      const counts = new Map<string, number>()
      for (const { key = 'calm', value = 50, fault, decision, to } of values) {
        counts.set(key, (counts.get(key) ?? 0) + 1)
        await makeRow(db, 'analysisValue', {
          ...{ sessionId, templateType, key, executionId, conversationVersion: 1 },
          ...{ occurrence: counts.get(key), machineValue: value, fault: fault ?? null },
          metricDefinitionId: fault === 'not-asked' ? null : (metrics[key] ?? null),
          ...(decision && { decision, decidedAt: new Date().toISOString() }),
          correctedValue: decision === 'corrected' ? (to ?? 0) : null,
        })
      }
      return { sessionId, executionId }
    },
  }
}
