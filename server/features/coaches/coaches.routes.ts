import type { FastifyInstance } from 'fastify'
import {
  createCoach,
  getCoach,
  listCoaches,
  listCoachPlaces,
  setCoachStatus,
  updateCoach,
} from '#contract/coaches.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { placesOf } from '../organizations/places.ts'
import { coachDetailOf, coachList } from './coaches.queries.ts'
import { editCoach, makeCoach, setStatus } from './coaches.service.ts'

export function coachRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listCoaches, (asked) => answerList(db, listCoaches, coachList, asked))
  mount(app, listCoachPlaces, () => placesOf(db, 'coach'))
  mount(app, createCoach, ({ body: { assignedPatients: _none, ...profile } }, actor) =>
    makeCoach(db, actor, profile),
  )
  mount(app, getCoach, ({ params }, actor) => coachDetailOf(db, actor, params.id))
  mount(app, updateCoach, ({ params: { id }, body: { version, ...change } }, actor) =>
    editCoach(db, actor, { id, version }, change),
  )
  mount(app, setCoachStatus, ({ body }, actor) => setStatus(db, actor, body))
}
