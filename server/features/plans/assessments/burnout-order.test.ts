import { expect, test } from 'vitest'
import type { AssessmentHistory } from '#contract/plans/assessments.ts'
import type { Client } from '#contract/clients/clients.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { toRiskLevel } from '#contract/rules/value-colours.ts'
import { briefCalls } from '../../../test/briefs.ts'
import { daysFromNow, makeRow, makeSession, getRow, updateRow } from '../../../test/make.ts'
import { makeEmployees } from '../../../test/organizations.ts'
import { countCurrentClients } from '../../analytics/edition/current-counts.queries.ts'
import { lastMonths } from '../../analytics/edition/periods.ts'

const { app, at, coach, made } = await briefCalls()
const { db, call, sessionDefinitionId } = app
const organizationId = await makeEmployees(app).makeOrganization()
const weekNumber = 5

const entered = (source: string, minute = 0) => ({ source, minute })
const found = (sessionDay: number, decision: 'confirmed' | null, minute = 0) => ({
  ...{ source: 'model', minute, sessionDay, decision },
})
type Assessed = ReturnType<typeof entered> | ReturnType<typeof found>

async function assess(it: Assessed, riskScore: number) {
  const row = { clientId: at.clientId, weekNumber, riskScore, source: it.source }
  const createdAt = new Date(Date.now() - (60 - it.minute) * 60_000).toISOString()
  if (!('sessionDay' in it)) return makeRow(db, 'burnoutAssessment', { ...row, createdAt })
  const sessionId = await makeSession(db, {
    ...{ clientId: at.clientId, sessionDefinitionId, sessionDate: daysFromNow(it.sessionDay) },
  })
  const analysisValueId = await makeRow(db, 'analysisValue', {
    ...{ sessionId, templateType: 'burnout_assessment', key: 'riskScore', isInferred: true },
    ...{ conversationVersion: 1, machineValue: riskScore, decision: it.decision },
    decidedAt: it.decision && createdAt,
  })
  await makeRow(db, 'burnoutAssessment', { ...row, createdAt, sessionId, analysisValueId })
  return sessionId
}

/** The score of the week as each reader shows it. */
async function shown() {
  const url = `/api/clients/${at.clientId}`
  const plan = await call({ url: `${url}/sessions-and-metrics` }, coach)
  const history = await call({ url: `${url}/burnout-assessments?weekNumber=${weekNumber}` }, coach)
  const list = (await call({ url: '/api/my-coach-clients' }, coach)).json<Client[]>()
  return {
    plan: plan
      .json<SessionsAndMetrics>()
      .burnoutAssessments.flatMap(({ rank, riskScore }) => (rank === 1 ? riskScore : [])),
    history: history
      .json<AssessmentHistory>()
      .flatMap(({ rank, riskScore }) => (rank === 1 ? riskScore : [])),
    list: list.find(({ id }) => id === at.clientId)?.burnoutPercentage,
    column: (await getRow(db, 'client', at.clientId)).burnoutScore,
    brief: (await made()).content.burnout?.value,
  }
}
const all = (score: number) => ({
  ...{ plan: [score], history: [score], list: score, column: score, brief: score },
})

/** The risk band of the client in the figures of the employer. */
async function bandInFigures() {
  await updateRow(db, 'client', at.clientId, { organizationId })
  const now = new Date()
  const counts = await countCurrentClients(db, [organizationId], lastMonths(now, 6), now)
  const months = counts.get(organizationId)?.get(at.clientId)?.assessed
  return months?.[now.toISOString().slice(0, 7)]?.band
}

test.each<[string, Assessed, Assessed]>([
  ['a questionnaire before a later entry', entered('questionnaire'), entered('person', 1)],
  ['an entry before a later confirmed score', entered('person'), found(-1, 'confirmed', 1)],
  ['a confirmed score before one of a later session', found(-3, 'confirmed'), found(-1, null, 1)],
  ['the later session of two confirmed', found(-1, 'confirmed'), found(-3, 'confirmed', 1)],
  ['the later entry of two', entered('person', 1), entered('person')],
])('list, plan, brief and figures take %s', async (_what, first, second) => {
  await assess(second, 90)
  await assess(first, 20)
  expect(await shown()).toEqual(all(20))
  expect(await bandInFigures()).toBe(toRiskLevel(20))
})

test('of two undecided scores the later session counts, also after its date moves', async () => {
  const earlier = await assess(found(-3, null, 1), 90)
  await assess(found(-2, null), 20)
  expect(await shown()).toEqual(all(20))
  await updateRow(db, 'session', earlier, { sessionDate: daysFromNow(-1) })
  expect(await shown()).toEqual(all(90))
})

test('an undecided score makes no figure of an employer', async () => {
  await assess(found(-1, null), 90)
  expect(await bandInFigures()).toBeNull()
})
