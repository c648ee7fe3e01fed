import type { FastifyInstance } from 'fastify'
import {
  createCoach,
  getCoach,
  listCoaches,
  listCoachPlaces,
  setCoachStatus,
  updateCoach,
  updateCoachMeeting,
} from '#contract/coaches/coaches.ts'
import { getMyDay } from '#contract/coaches/my-day.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { auditDaily } from '../audit/audit-daily.ts'
import { listPlaces } from '../organizations/organizations.queries.ts'
import { getDay } from './my-day/my-day.queries.ts'
import { getCoachDetail, coachList } from './coaches.queries.ts'
import { editCoach, editMeeting, addCoach, setStatusOfCoaches } from './coaches.service.ts'

export function coachRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'queue' | 'installation'>,
) {
  const { db } = deps
  mount(app, listCoaches, (asked) => answerList(db, listCoaches, coachList, asked))
  mount(app, listCoachPlaces, () => listPlaces(db, 'coach'))
  mount(app, createCoach, ({ body: { assignedPatients: _none, ...profile } }, actor) =>
    addCoach(db, actor, profile),
  )
  mount(app, getCoach, ({ params }, actor) => getCoachDetail(db, actor, params.id))
  mount(app, updateCoach, ({ params: { id }, body: { version, ...change } }, actor) =>
    editCoach(deps, actor, { id, version }, change),
  )
  mount(app, updateCoachMeeting, ({ params: { id }, body: { version, ...meeting } }, actor) =>
    editMeeting(deps, actor, { id, version }, meeting),
  )
  mount(app, setCoachStatus, ({ body }, actor) => setStatusOfCoaches(deps, actor, body))
  mount(app, getMyDay, async ({ query }, actor) => {
    const day = await getDay(db, actor.userId, query.from)
    await auditDaily(db, actor, 'client-listed', [
      ...day.marked.map(({ clientId }) => clientId),
      ...day.risingRisk.map(({ id }) => id),
    ])
    return day
  })
}
