import type { CsvSeparator } from '#contract/csv.ts'
import { checkLabel, type PlanMetric, type ScoreSource } from '#contract/plans/plan-values.ts'
import { weekStart } from '#contract/rules/weeks.ts'
import { auditOpening } from '../audit/audit.ts'
import { byteOrderMark, csvLine, localTime } from '../audit/csv.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { requireClientChange } from '../../platform/access.ts'
import { listOrigins } from './values/metric-values.queries.ts'
import { formatBand } from '../questionnaires/format-questionnaire.ts'
import { listQuestionnaireRows } from '../questionnaires/questionnaires.queries.ts'
import { getPlan } from './plans.queries.ts'

const columns = [
  ...['part', 'category', 'name', 'week', 'week begins', 'value', 'unit', 'status', 'source'],
  ...['author', 'session', 'session time', 'time', 'due'],
] as const

const sourceLabel: Record<PlanMetric['dataSource'] | ScoreSource, string> = {
  transcription: 'transcription',
  document_upload: 'document upload',
  manual: 'manual',
  device: 'device',
  questionnaire: 'questionnaire',
  person: 'person',
  model: 'model',
}

type Line = Partial<Record<(typeof columns)[number], string | number | null>>

/**
 * One line for each session, home assignment, value, assessment and completed questionnaire. Audited before it is sent.
 */
export async function exportPlanAsCsv(
  { db, installation: { timeZone } }: Pick<Deps, 'db' | 'installation'>,
  actor: Actor,
  clientId: string,
  separator: CsvSeparator | undefined,
) {
  const { createdAt } = await requireClientChange(db, actor, clientId)
  const plan = await getPlan(db, { clientId, texts: 'omitted', timeZone })
  const origins = await listOrigins(db, clientId)
  const answered = await listQuestionnaireRows(db, clientId)
  await auditOpening(db, actor, {
    action: 'plan-exported',
    table: 'client',
    rowIds: [clientId],
    clientId,
  })
  const calendar = { createdAt, timeZone }
  const local = (at: string | null) => localTime(at, timeZone)
  const metrics = new Map(plan.metricDefinitions.map((it) => [it.id, it]))
  const findOrigin = (id: string): Line => {
    const { author = null, session = null, sessionDate = null, at = null } = origins.get(id) ?? {}
    return { author, session, 'session time': local(sessionDate), time: local(at) }
  }
  const of = (part: string, week: number, line: Line): Line => ({
    part,
    week,
    'week begins': weekStart(week, calendar),
    ...line,
  })
  const lines = [
    ...plan.sessions.map((it) =>
      of('session', it.weekNumber, {
        name: it.sessionDefinitionName,
        status: it.status,
        time: local(it.sessionDate),
      }),
    ),
    ...plan.assignments.map((it) =>
      of('home assignment', it.weekNumber, {
        name: it.assignmentTypeName,
        status: it.completedAt ? 'completed' : 'open',
        time: local(it.completedAt),
        due: it.dueDate,
      }),
    ),
    ...plan.metrics.map((it) => {
      const { category, unit = null } = metrics.get(it.metricDefinitionId) ?? {}
      return of('metric', it.weekNumber, {
        category: category?.name ?? null,
        name: it.metricLabel,
        value: it.numericValue,
        unit,
        status: it.check && checkLabel[it.check],
        source: sourceLabel[it.source],
        ...findOrigin(it.id),
      })
    }),
    ...plan.burnoutAssessments.map((it) =>
      of('burnout assessment', it.weekNumber, {
        name: 'Burnout risk',
        value: it.riskScore,
        status: it.check && checkLabel[it.check],
        source: sourceLabel[it.source],
        ...findOrigin(it.id),
      }),
    ),
    ...answered.flatMap(({ instrument, weekNumber, score, completedAt, dueDate }) =>
      weekNumber === null
        ? []
        : of('questionnaire', weekNumber, {
            name: instrument.title,
            value: score,
            unit: 'points',
            status: formatBand(instrument, score)?.label ?? 'too few answers for a score',
            source: sourceLabel.questionnaire,
            time: local(completedAt),
            due: dueDate,
          }),
    ),
  ]
  const cells = lines.map((line) => columns.map((name) => line[name] ?? null))
  return byteOrderMark + [columns, ...cells].map((it) => csvLine(it, separator)).join('')
}
