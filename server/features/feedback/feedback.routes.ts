import type { FastifyInstance } from 'fastify'
import { getCoachFeedback, giveFeedback, listMyFeedback } from '#contract/feedback/feedback.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getFeedbackOfCoach, give, listOwnFeedback } from './feedback.service.ts'

export function feedbackRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>) {
  mount(app, listMyFeedback, (_input, { userId }) => listOwnFeedback(deps.db, userId))
  mount(app, giveFeedback, ({ params, body }, actor) => give(deps, actor, params.id, body))
  mount(app, getCoachFeedback, ({ params }, actor) => getFeedbackOfCoach(deps.db, actor, params.id))
}
