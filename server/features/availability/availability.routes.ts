import type { FastifyInstance } from 'fastify'
import {
  addTimeOff,
  connectCalendar,
  disconnectCalendar,
  getAvailability,
  listSessionsInDays,
  removeTimeOff,
  saveHours,
} from '#contract/availability/availability.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import {
  changeHours,
  createTimeOff,
  endTimeOff,
  findAvailability,
  findSessionsInDays,
} from './availability.service.ts'
import { addCalendar, removeCalendar } from './calendar/calendar.service.ts'

export function availabilityRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'installation' | 'queue' | 'keys' | 'config'>,
) {
  mount(app, getAvailability, ({ params }, actor) => findAvailability(deps, actor, params.id))
  mount(app, saveHours, ({ params, body }, actor) => changeHours(deps, actor, params.id, body))
  mount(app, addTimeOff, ({ params, body }, actor) => createTimeOff(deps, actor, params.id, body))
  mount(app, removeTimeOff, ({ params }, actor) => endTimeOff(deps, actor, params))
  mount(app, connectCalendar, ({ params, body }, actor) =>
    addCalendar(deps, actor, params.id, body),
  )
  mount(app, disconnectCalendar, ({ params }, actor) => removeCalendar(deps, actor, params.id))
  mount(app, listSessionsInDays, ({ params, query }, actor) =>
    findSessionsInDays(deps, actor, params.id, query),
  )
}
