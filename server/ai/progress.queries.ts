import type { Db } from '../db/db.ts'

/** Weeks over which trends are told. */
const trendWeeks = 12

type UpTo = { clientId: string; week: number }

/** What was measured in the last weeks up to one, by metric and week. */
export const measured = (db: Db, { clientId, week }: UpTo) =>
  db
    .selectFrom('metricValue')
    .innerJoin('metricDefinition', 'metricDefinition.id', 'metricValue.metricDefinitionId')
    .select(['metricDefinition.label', 'metricDefinition.unit', 'weekNumber', 'numericValue'])
    .where('clientId', '=', clientId)
    .where('weekNumber', '>', week - trendWeeks)
    .where('weekNumber', '<=', week)
    .orderBy('metricDefinition.label')
    .orderBy('weekNumber')
    .orderBy('metricValue.id')
    .execute()

/** Burnout assessments up to a week, the oldest first. */
export const assessed = (db: Db, { clientId, week }: UpTo) =>
  db
    .selectFrom('burnoutAssessment')
    .select(['weekNumber', 'riskScore'])
    .where('clientId', '=', clientId)
    .where('weekNumber', '<=', week)
    .orderBy('weekNumber')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Every home assignment that was given. */
export const assigned = (db: Db, clientId: string) =>
  db
    .selectFrom('assignment')
    .innerJoin(
      'assignmentDefinition',
      'assignmentDefinition.id',
      'assignment.assignmentDefinitionId',
    )
    .select(['assignmentDefinition.name', 'weekNumber', 'dueDate', 'completedAt'])
    .where('clientId', '=', clientId)
    .orderBy('weekNumber')
    .orderBy('assignment.id')
    .execute()
