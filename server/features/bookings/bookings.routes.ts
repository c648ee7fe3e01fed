import type { FastifyInstance } from 'fastify'
import {
  bookSession,
  cancelMySession,
  chooseOfferedTime,
  listMyBookings,
  listMyFreeTimes,
  moveMySession,
  withdrawMyRequest,
} from '#contract/bookings/bookings.ts'
import {
  acceptRequest,
  declineRequest,
  listSessionRequests,
  listTimesToOffer,
  offerTimes,
} from '#contract/bookings/session-requests.ts'
import { mount } from '../../platform/http/mount.ts'
import { auditImpersonated } from '../audit/audit.ts'
import { book, cancel, findMyFreeTimes, listBookings, move } from './bookings.service.ts'
import * as requests from './requests.service.ts'
import type { Needs } from './book-time.ts'

export function bookingRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, listMyBookings, async (_input, actor) => {
    const bookings = await listBookings(deps, actor.userId)
    await auditImpersonated(
      deps.db,
      actor,
      bookings.map(({ clientId }) => clientId),
    )
    return bookings
  })
  mount(app, listMyFreeTimes, ({ params, query }, actor) =>
    findMyFreeTimes(deps, actor, params.id, query),
  )
  mount(app, bookSession, ({ params, body }, actor) => book(deps, actor, params.id, body.startsAt))
  mount(app, moveMySession, ({ params, body }, actor) =>
    move(deps, actor, params.id, body.startsAt),
  )
  mount(app, cancelMySession, ({ params, body }, actor) =>
    cancel(deps, actor, params.id, body.acceptsLate),
  )
  mount(app, withdrawMyRequest, ({ params }, actor) => requests.withdraw(deps, actor, params.id))
  mount(app, chooseOfferedTime, ({ params, body }, actor) =>
    requests.choose(deps, actor, params.id, body.startsAt),
  )
  mount(app, listSessionRequests, ({ query }, actor) => requests.listRequests(deps, actor, query))
  mount(app, acceptRequest, ({ params }, actor) => requests.accept(deps, actor, params.id))
  mount(app, declineRequest, ({ params, body }, actor) =>
    requests.decline(deps, actor, params.id, body.words),
  )
  mount(app, offerTimes, ({ params, body }, actor) => requests.offer(deps, actor, params.id, body))
  mount(app, listTimesToOffer, ({ params, query }, actor) =>
    requests.findTimesToOffer(deps, actor, params.id, query),
  )
}
