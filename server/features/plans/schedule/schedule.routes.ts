import type { FastifyInstance } from 'fastify'
import {
  getUsualSlot,
  listConflictingSessions,
  nextFreeTime,
  usualSlot,
} from '#contract/plans/schedule.ts'
import { defaultSessionMinutes } from '#contract/definitions/session-definition.ts'
import { startOfDay } from '#contract/rules/calendar.ts'
import { weekNumberAt, weekStart } from '#contract/rules/weeks.ts'
import { requireClientChange } from '../../../platform/access.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { listDatesFrom, listLastDates, listConflicts } from './schedule.queries.ts'

export function scheduleRoutes(
  app: FastifyInstance,
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
) {
  mount(app, getUsualSlot, async ({ params: { id } }, actor) => {
    const { timeZone } = installation
    const { createdAt } = await requireClientChange(db, actor, id)
    const plan = { createdAt, timeZone }
    const now = new Date()
    const thisWeek = startOfDay(weekStart(weekNumberAt(now, plan), plan), timeZone)
    const [last, ahead] = await Promise.all([
      listLastDates(db, id),
      listDatesFrom(db, id, thisWeek.toISOString()),
    ])
    const slot = usualSlot(
      last.map((it) => new Date(it.sessionDate)),
      timeZone,
    )
    const taken = new Set(ahead.map((it) => weekNumberAt(new Date(it.sessionDate), plan)))
    const free = slot && nextFreeTime(slot, { now, plan, taken })
    return { sessionDate: free?.toISOString() ?? null }
  })
  mount(app, listConflictingSessions, async ({ params: { id }, query }, actor) => {
    await requireClientChange(db, actor, id)
    const { at, minutes = defaultSessionMinutes, except } = query
    return listConflicts(db, { clientId: id, at, minutes, except })
  })
}
