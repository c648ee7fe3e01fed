import type { FastifyInstance } from 'fastify'
import {
  acknowledgeSafetyMark,
  answerQuestion,
  declineQuestionnaire,
  getQuestionnaire,
  assignQuestionnaire,
  listInstruments,
  listQuestionnaires,
  sendAnswers,
  withdrawQuestionnaire,
} from '#contract/questionnaires/questionnaires.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import {
  openQuestionnaire,
  saveAnswer,
  sendAnswers as send,
  declineQuestionnaire as decline,
} from './answers.service.ts'
import { formatInstrument } from './format-questionnaire.ts'
import { assign, getQuestionnaires, withdraw } from './questionnaires.service.ts'
import { readHelpLines } from './data/read-help-lines.ts'
import { readInstruments } from './data/read-instruments.ts'
import { acknowledge } from './safety-marks/safety-marks.service.ts'

/** Throws an Error for an invalid instrument or help line file, so that the server does not start. */
export function questionnaireRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>,
) {
  const instruments = readInstruments(deps.config.dataDir)
  const answering = { ...deps, helpLines: readHelpLines(deps.config.dataDir) }
  mount(app, listInstruments, async () => [...instruments.values()].map(formatInstrument))
  mount(app, listQuestionnaires, ({ params }, actor) => getQuestionnaires(deps, actor, params.id))
  mount(app, assignQuestionnaire, ({ params, body }, actor) =>
    assign({ ...deps, instruments }, actor, params.id, body),
  )
  mount(app, withdrawQuestionnaire, ({ params, query }, actor) =>
    withdraw(deps, actor, params.id, query.scope),
  )
  mount(app, getQuestionnaire, ({ params }, actor) =>
    openQuestionnaire(answering, actor, params.id),
  )
  mount(app, answerQuestion, ({ params, body }, actor) =>
    saveAnswer(answering, actor, params.id, body),
  )
  mount(app, sendAnswers, ({ params, body }, actor) =>
    send(answering, actor, params.id, body.version),
  )
  mount(app, declineQuestionnaire, ({ params }, actor) => decline(answering, actor, params.id))
  mount(app, acknowledgeSafetyMark, ({ params, body }, actor) =>
    acknowledge(deps, actor, params.id, body.note),
  )
}
