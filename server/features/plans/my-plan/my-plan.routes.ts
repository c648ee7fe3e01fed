import type { FastifyInstance } from 'fastify'
import {
  addFamilyMember,
  changeFamilyMember,
  getMyClientData,
  listMyDataReaders,
  nextSessionCalendar,
  removeFamilyMember,
} from '#contract/my-plan.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { mount, mountRaw } from '../../../platform/http/mount.ts'
import { readHelpLines } from '../../questionnaires/data/read-help-lines.ts'
import { renderCalendarFile } from '../schedule/calendar-file.ts'
import { findNextSession } from './my-plan.queries.ts'
import { addMember, editMember, removeMember } from '../family/family.service.ts'
import { listMyPlans, listReaders } from './my-plan.service.ts'

export function myPlanRoutes(
  app: FastifyInstance,
  given: Pick<Deps, 'config' | 'db' | 'installation'>,
) {
  const deps = { ...given, helpLines: readHelpLines(given.config.dataDir) }
  mount(app, getMyClientData, (_input, { userId }) => listMyPlans(deps, userId))
  mount(app, addFamilyMember, ({ body }, actor) => addMember(deps, actor, body))
  mount(app, changeFamilyMember, ({ params, body }, actor) =>
    editMember(deps, actor, { ...body, id: params.id }),
  )
  mount(app, removeFamilyMember, ({ params }, actor) => removeMember(deps, actor, params.id))
  mount(app, listMyDataReaders, ({ query }, { userId }) => listReaders(deps.db, userId, query))
  mountRaw(app, nextSessionCalendar, async ({ params, reply }, { userId }) => {
    const session = await findNextSession(deps.db, userId, params.id)
    if (!session) throw notFound('session')()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="session.ics"')
      .send(renderCalendarFile(session, new Date()))
  })
}
