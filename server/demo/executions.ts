import { newId } from '../ids.ts'
import type { Db } from '../db/db.ts'
import { daysBefore, numbers } from './dates.ts'

const failures = [
  'The AI provider did not answer in time.',
  'The AI provider is overloaded. Please try again in a few minutes.',
  'The answer was not in the expected form.',
]

/** Runs of the templates over the last eight weeks: most went well, some were slow, some failed. */
export async function insertExecutions(db: Db, now: Date) {
  const templates = await db
    .selectFrom('template')
    .select(['id', 'name', 'type'])
    .orderBy('type')
    .execute()
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'sessionDate'])
    .where('sessionDate', '<', now.toISOString())
    .where('sessionDate', '>', daysBefore(now, 56))
    .orderBy('sessionDate')
    .orderBy('id')
    .execute()
  const random = numbers(5)
  const rows = sessions.flatMap(({ id: sessionId, sessionDate }, index) => {
    const template = templates[index % templates.length]
    if (!template || random() < 0.25) return []
    const failure = random() < 0.09 ? failures[index % failures.length] : undefined
    const slow = random() < 0.15 ? 2200 : 0
    return {
      id: newId(),
      executedAt: new Date(Date.parse(sessionDate) + (2 + random() * 20) * 3_600_000).toISOString(),
      templateId: template.id,
      templateType: template.type,
      templateName: template.name,
      isSuccess: !failure,
      executionTimeMs: Math.round(failure ? 4000 + random() * 8000 : 380 + random() * 1500 + slow),
      sessionId,
      inputData: JSON.stringify({ characters: Math.round(2000 + random() * 9000) }),
      outputData: failure
        ? null
        : JSON.stringify({ characters: Math.round(1500 + random() * 8000) }),
      errorMessage: failure ?? null,
      tokensUsed: failure ? null : Math.round(900 + random() * 3800),
    }
  })
  await db
    .insertInto('execution')
    .values(rows.filter(({ executedAt }) => Date.parse(executedAt) < now.getTime()))
    .execute()
}
