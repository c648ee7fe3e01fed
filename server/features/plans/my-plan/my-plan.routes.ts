import type { FastifyInstance } from 'fastify'
import {
  addFamilyMember,
  changeFamilyMember,
  getMyClientData,
  listMyDataReaders,
  nextSessionCalendar,
  removeFamilyMember,
} from '#contract/plans/my-plan.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { auditImpersonated } from '../../audit/audit.ts'
import { mount, mountRaw } from '../../../platform/http/mount.ts'
import { linkOrigin } from '../../../platform/http/origin.ts'
import { answerList } from '../../../platform/lists/send-list.ts'
import { readHelpLines } from '../../questionnaires/data/read-help-lines.ts'
import { recordSeen } from '../../sessions/known-sessions.queries.ts'
import { renderCalendarFile } from '../schedule/calendar-file.ts'
import { entriesAbout, findNextSession } from './my-plan.queries.ts'
import { addMember, editMember, removeMember } from '../family/family.service.ts'
import { dataReaders, listMyPlans } from './my-plan.service.ts'

export function myPlanRoutes(
  app: FastifyInstance,
  given: Pick<Deps, 'config' | 'db' | 'installation'>,
) {
  const deps = { ...given, helpLines: readHelpLines(given.config.dataDir) }
  mount(app, getMyClientData, async (_input, actor) => {
    const plans = await listMyPlans(deps, actor.userId)
    await auditImpersonated(
      deps.db,
      actor,
      plans.map(({ id }) => id),
    )
    return plans
  })
  mount(app, addFamilyMember, ({ body }, actor) => addMember(deps, actor, body))
  mount(app, changeFamilyMember, ({ params, body }, actor) =>
    editMember(deps, actor, { ...body, id: params.id }),
  )
  mount(app, removeFamilyMember, ({ params }, actor) => removeMember(deps, actor, params.id))
  mount(app, listMyDataReaders, (asked, { userId }) =>
    answerList(
      deps.db,
      listMyDataReaders,
      dataReaders(userId),
      asked,
      entriesAbout(deps.db, userId),
    ),
  )
  mountRaw(app, nextSessionCalendar, async ({ params, reply }, actor) => {
    const session = await findNextSession(deps.db, actor.userId, params.id)
    if (!session) throw notFound('session')()
    await auditImpersonated(deps.db, actor, [params.id])
    await recordSeen(deps.db, actor.userId, [session.id])
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="session.ics"')
      .send(
        renderCalendarFile(
          { ...session, sequence: session.dateVersion - 1 },
          linkOrigin(deps.config),
        ),
      )
  })
}
