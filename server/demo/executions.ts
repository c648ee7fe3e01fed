import { dayMs } from '#contract/rules/calendar.ts'
import { newId } from '../platform/ids.ts'
import type { Db } from '../platform/db/db.ts'
import { daysBefore, numbers } from './dates.ts'

const failures = [
  'The AI provider did not respond in time.',
  'The AI provider is overloaded. Please try again in a few minutes.',
  'The answer was not in the expected form.',
]

/** A self-hosted model and its successor. */
const models = { before: 'llama3.1:8b', after: 'qwen3:14b' }
const changedModelDaysAgo = 19

/** Executions of the templates over the last eight weeks: most fast and successful, some slow, some failed. */
export async function insertExecutions(db: Db, now: Date) {
  const templates = await db
    .selectFrom('template')
    .innerJoin('templateVersion as text', (join) =>
      join
        .onRef('text.templateId', '=', 'template.id')
        .onRef('text.number', '=', 'template.versionNumber'),
    )
    .select(['template.id', 'template.name', 'template.type', 'text.id as textId'])
    .orderBy('template.type')
    .execute()
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'clientId', 'sessionDate', 'transcribedTextRaw', 'transcribedTextScripted'])
    .where('sessionDate', '<', now.toISOString())
    .where('sessionDate', '>', daysBefore(now, 56))
    .orderBy('sessionDate')
    .orderBy('id')
    .execute()
  const random = numbers(5)
  const rows = sessions.flatMap(({ id: sessionId, clientId, sessionDate, ...said }, index) => {
    const template = templates[index % templates.length]
    if (!template || random() < 0.25) return []
    const failure = random() < 0.09 ? failures[index % failures.length] : undefined
    const slow = random() < 0.15 ? 2200 : 0
    const executedAt = Date.parse(sessionDate) + (2 + random() * 20) * 3_600_000
    const [tokensIn, tokensOut] = [700 + random() * 3000, 200 + random() * 800].map(Math.round)
    const audioTranscript = said.transcribedTextRaw ?? '[00:00:02] Speaker 1: Good to see you.'
    const processedText = said.transcribedTextScripted ?? 'Coach: Good to see you.'
    return {
      id: newId(),
      executedAt: new Date(executedAt).toISOString(),
      contextId: clientId,
      provider: 'openai_compatible',
      model:
        executedAt < now.getTime() - changedModelDaysAgo * dayMs ? models.before : models.after,
      templateId: template.id,
      templateVersionId: template.textId,
      templateType: template.type,
      templateName: template.name,
      isSuccess: !failure,
      executionTimeMs: Math.round(failure ? 4000 + random() * 8000 : 380 + random() * 1500 + slow),
      sessionId,
      inputData: JSON.stringify({ audioTranscript, sessionId }),
      outputData: failure ? null : JSON.stringify({ processedText }),
      errorMessage: failure ?? null,
      ...(!failure && { tokensIn, tokensOut, tokensUsed: (tokensIn ?? 0) + (tokensOut ?? 0) }),
    }
  })
  await db
    .insertInto('execution')
    .values(rows.filter(({ executedAt }) => Date.parse(executedAt) < now.getTime()))
    .execute()
}
