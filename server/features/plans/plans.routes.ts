import type { FastifyInstance } from 'fastify'
import { calendarDay } from '#contract/rules/calendar.ts'
import {
  addAssessment,
  assessmentHistory,
  listRiskLevels,
  removeAssessment,
  setRiskLevel,
} from '#contract/plans/assessments.ts'
import { exportPlan, writeMetricValues, metricValueHistory } from '#contract/plans/plan-values.ts'
import type { FoundBy } from '#contract/analysis/found-values.ts'
import { getSessionsAndMetrics, scheduleSession } from '#contract/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, mount, mountRaw } from '../../platform/http/mount.ts'
import { auditOpening, auditPlan } from '../audit/audit.ts'
import { listAssessmentsOfWeek } from './assessments/assessments.queries.ts'
import { recordAssessment, undoAssessment } from './assessments/assessments.service.ts'
import { exportPlanAsCsv } from './export-plan.ts'
import { listValueHistory } from './values/metric-values.queries.ts'
import { writeValues } from './values/metric-values.service.ts'
import { planAccess } from './plans.queries.ts'
import { addSession, openPlan } from './plans.service.ts'
import { listManualRiskLevels, setManualRisk } from './assessments/risk-level.ts'

type WithFound = readonly { found: FoundBy | null }[]

export function planRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'installation' | 'queue'>,
) {
  const { db, installation } = deps
  /** Quotes come from transcripts: reading them is audited as opening the transcript. */
  async function withWords<Response extends WithFound>(
    actor: Actor,
    clientId: string,
    response: Response,
  ) {
    await auditPlan(db, actor, clientId)
    await auditOpening(db, actor, {
      action: 'transcript-opened',
      table: 'session',
      rowIds: response.flatMap(({ found }) => (found?.quotes.length ? found.sessionId : [])),
      clientId,
    })
    return response
  }
  mount(app, getSessionsAndMetrics, ({ params, query }, actor) =>
    openPlan(deps, actor, { clientId: params.id, transcripts: query.transcripts }),
  )
  mount(app, scheduleSession, ({ params, body }, actor) => addSession(deps, actor, params.id, body))
  mount(app, writeMetricValues, ({ params, body }, actor) =>
    writeValues(deps, actor, params.id, body.values),
  )
  mount(app, metricValueHistory, async ({ params, query }, actor) => {
    const { mayChange } = await planAccess(db, actor, params.id)
    const asked = { ...query, clientId: params.id, mayChange: Boolean(mayChange) }
    return withWords(actor, params.id, await listValueHistory(db, asked))
  })
  mount(app, addAssessment, ({ params, body }, actor) =>
    recordAssessment(deps, actor, params.id, body),
  )
  mount(app, removeAssessment, ({ params: { id: clientId, assessmentId: id } }, actor) =>
    undoAssessment(deps, actor, { clientId, id }),
  )
  mount(
    app,
    assessmentHistory,
    async ({ params: { id: clientId }, query: { weekNumber } }, actor) => {
      const { mayChange } = await planAccess(db, actor, clientId)
      const asked = { clientId, weekNumber, mayChange: Boolean(mayChange) }
      return withWords(actor, clientId, await listAssessmentsOfWeek(db, asked))
    },
  )
  mount(app, setRiskLevel, ({ params, body }, actor) => setManualRisk(db, actor, params.id, body))
  mount(app, listRiskLevels, async ({ params }, actor) => {
    const levels = await listManualRiskLevels(db, actor, params.id)
    await auditPlan(db, actor, params.id)
    return levels
  })
  mountRaw(app, exportPlan, async ({ params, query, reply }, actor) => {
    const lines = await exportPlanAsCsv(deps, actor, params.id, query.separator)
    const today = calendarDay(new Date(), installation.timeZone)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="plan-${today}.csv"`)
      .send(lines)
  })
}
