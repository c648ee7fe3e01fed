import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import { publishDueEditions } from '../features/analytics/edition/edition.service.ts'
import { shippedInstruments } from '../features/questionnaires/data/read-instruments.ts'
import { ensureInstrumentVersion } from '../features/questionnaires/questionnaires.queries.ts'
import { daysBefore, type Moment } from './dates.ts'

/** Scores of one client after the other: at first, in the middle, at last. */
const courses = [
  ['phq-9', [17, 12, 6]],
  ['gad-7', [14, 10, 5]],
  ['phq-9', [13, 11, 10]],
  ['gad-7', [12, 7, 6]],
  ['phq-9', [19, 14, 9]],
] as const

/** Three questionnaires for most clients of organizations, but for the demo client, who has some. */
export async function insertOutcomes(db: Db, demoClientId: string, { now }: Moment) {
  const clients = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .select('client.id')
    .select(sql<string>`min(session_date)`.as('first'))
    .where('client.organizationId', 'is not', null)
    .where('client.id', '<>', demoClientId)
    .where('session.completedAt', 'is not', null)
    .groupBy('client.id')
    .orderBy('client.id')
    .execute()
  const instruments = shippedInstruments()
  const versions = new Map<string, string>()
  for (const key of ['phq-9', 'gad-7'] as const) {
    const instrument = instruments.get(key)
    if (instrument) versions.set(key, await ensureInstrumentVersion(db, instrument))
  }
  const rows = clients.flatMap(({ id, first }, index) => {
    const [key, scores] = courses[index % courses.length] ?? courses[0]
    const instrumentVersionId = versions.get(key)
    if (!instrumentVersionId || index % 6 === 5) return []
    const since = Date.parse(first)
    const step = (now.getTime() - since) / scores.length
    return scores.map((score, place) => {
      const completedAt = new Date(since + place * step - 3_600_000).toISOString()
      return {
        ...{ id: newId(), clientId: id, instrumentVersionId, completedAt, score },
        ...{ createdAt: completedAt, weekNumber: 1 },
      }
    })
  })
  await db.insertInto('questionnaire').values(rows).execute()
}

/** Editions of one organization as at the ends of the last quarters, with their reports, and those of all. */
export async function publishDemoFigures(db: Db, organizationId: string, { now }: Moment) {
  const quarterStart = (ago: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), 3 * (Math.floor(now.getUTCMonth() / 3) - ago), 1, 1))
  for (const moment of [new Date(daysBefore(quarterStart(1), 1)), quarterStart(1), quarterStart(0)])
    await publishDueEditions(db, moment, [organizationId])
  // The comparison of all organizations doesn't wait for the job.
  await publishDueEditions(db, now, undefined)
}
