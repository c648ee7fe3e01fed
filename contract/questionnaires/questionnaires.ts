import { z } from 'zod'
import { idOnly, line, paragraph, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { countryHelp } from './help-lines.ts'
import { givenAnswers, instrument } from './instruments.ts'
import { planReaders, staff } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

/** Maximum number of repeats, and the possible intervals in weeks. */
export const maxTimes = 26
export const intervalWeeks = [1, 2, 4] as const
/** Maximum number of questionnaires in a plan. */
export const maxQuestionnaires = 500

/** `later`: opens on a future day. */
export const questionnaireState = z.enum(['open', 'later', 'answered', 'declined', 'withdrawn'])
export type QuestionnaireState = z.infer<typeof questionnaireState>

const band = z.object({ label: z.string(), tone: z.enum(['green', 'yellow', 'red']) })

/** A questionnaire of a plan with its result. */
export const questionnaire = z.object({
  id: rowId(),
  instrument: z.object({
    key: z.string(),
    title: z.string(),
    shortTitle: z.string(),
    minutes: z.number().int(),
    items: z.number().int(),
    lowest: z.number(),
    highest: z.number(),
    isMoreBetter: z.boolean(),
    isBurnoutRisk: z.boolean(),
    reliableChange: z.number().nullable(),
    citation: z.string(),
    licence: z.string(),
  }),
  state: questionnaireState,
  /** A calendar day, YYYY-MM-DD. */
  dueDate: z.string().nullable(),
  opensOn: z.string().nullable(),
  /** From the coach to the client. */
  note: z.string().nullable(),
  seriesId: rowId().nullable(),
  assignedAt: z.string(),
  assignedBy: z.string().nullable(),
  /** The client has started; answers are private until they are sent. */
  isBegun: z.boolean(),
  /** When it was completed, declined or withdrawn. */
  endedAt: z.string().nullable(),
  /** Completed after the due date. */
  isLate: z.boolean(),
  /** Week of completion. */
  weekNumber: z.number().int().nullable(),
  /** Null with too few answers. */
  score: z.number().nullable(),
  band: band.nullable(),
})
export type Questionnaire = z.infer<typeof questionnaire>

/** An alert on an answer or a line that needs attention, without either. */
export const safetyMark = z.object({
  id: rowId(),
  /** Of the line; null for an answer. */
  sessionId: rowId().nullable(),
  raisedAt: z.string(),
  /** Name of the coach who was notified; null if nobody was. */
  told: z.string().nullable(),
  /** Name of the coach who has it among their notices, whether or not a message was delivered; null for nobody. */
  noticeTo: z.string().nullable(),
  /** When administrators were told that it waits; null: they were not. */
  escalatedAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type SafetyMark = z.infer<typeof safetyMark>

export const listQuestionnaires = endpoint('GET /api/clients/{id}/questionnaires', {
  access: planReaders,
  opens: ['plan-opened'],
  shows: ['questionnaire'],
  summary:
    'The questionnaires of a plan with their scores, newest first; for staff also safety marks',
  params: idOnly,
  response: z.object({
    questionnaires: z.array(questionnaire),
    /** Empty for clients. */
    marks: z.array(safetyMark),
  }),
})
export type Questionnaires = z.infer<typeof listQuestionnaires.response>

export const listInstruments = endpoint('GET /api/instruments', {
  access: staff,
  shows: ['definition'],
  summary: 'The questionnaires that can be assigned, with source and licence',
  response: z.array(
    questionnaire.shape.instrument.pick({
      key: true,
      title: true,
      shortTitle: true,
      minutes: true,
      items: true,
      citation: true,
      licence: true,
    }),
  ),
})

const calendarDate = z.iso
  .date({ error: 'This is not a valid date.', abort: true })
  .max(10, { error: 'This is not a valid date.' })

export const questionnaireForm = z.object({
  instrument: line(40).min(1, 'Questionnaire is required'),
  dueDate: calendarDate.nullable(),
  times: z.number().int().min(1).max(maxTimes).default(1),
  everyWeeks: z.literal(intervalWeeks).default(2),
  note: paragraph(2_000),
})

export const assignQuestionnaire = endpoint('POST /api/clients/{id}/questionnaires', {
  access: staff,
  changes: ['questionnaire'],
  isIdempotent: true,
  summary: 'Assign a questionnaire to a client, once or as a series',
  params: idOnly,
  body: questionnaireForm,
  errorCodes: ['unprocessable', 'conflict'],
  response: listQuestionnaires.response,
})

export const withdrawQuestionnaire = endpoint('DELETE /api/questionnaires/{id}', {
  access: staff,
  changes: ['questionnaire'],
  summary:
    'Withdraw an unanswered questionnaire, with `scope=rest` also the later ones of its series; completed ones stay',
  params: idOnly,
  query: z.object({ scope: z.enum(['one', 'rest']).default('one') }),
  errorCodes: ['conflict'],
  response: listQuestionnaires.response,
})

/** A questionnaire to answer or to read. */
export const openedQuestionnaire = z.object({
  id: rowId(),
  clientId: rowId(),
  state: questionnaireState,
  dueDate: z.string().nullable(),
  opensOn: z.string().nullable(),
  note: z.string().nullable(),
  coachName: z.string().nullable(),
  endedAt: z.string().nullable(),
  score: z.number().nullable(),
  band: band.nullable(),
  /** The form with its questions and answer options. */
  instrument,
  /** Empty for staff until they are sent. */
  answers: givenAnswers,
  /** Version of the answers. */
  version: rowVersion,
  /** Help lines, if an answer may raise a safety mark; included up front so that they show offline too. */
  help: countryHelp.nullable(),
  /** Whether the current coach was notified of the safety mark; null without one. */
  isCoachNotified: z.boolean().nullable(),
  /** Whether an active coach sees safety marks of this client. */
  isCoachActive: z.boolean(),
})
export type OpenedQuestionnaire = z.infer<typeof openedQuestionnaire>

export const getQuestionnaire = endpoint('GET /api/questionnaires/{id}', {
  access: planReaders,
  opens: ['questionnaire-opened'],
  shows: ['questionnaire'],
  summary: 'A questionnaire with its questions, and the answers for those who may read them',
  // It may be open on another device.
  freshness: 'while-shown',
  params: idOnly,
  response: openedQuestionnaire,
})

export const answerQuestion = endpoint('POST /api/questionnaires/{id}/answers', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['questionnaire'],
  summary: 'Answer one question of your questionnaire; answers can change until they are sent',
  params: idOnly,
  body: z.object({
    item: line(40).min(1),
    /** Null: skipped. */
    value: z.number().min(-1000).max(1000).nullable(),
  }),
  errorCodes: ['conflict'],
  response: openedQuestionnaire,
})

export const sendAnswers = endpoint('POST /api/questionnaires/{id}/completion', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['questionnaire', 'client'],
  summary: 'Send the answers of your questionnaire to the coach; after that they cannot change',
  params: idOnly,
  body: z.object({ version: rowVersion.optional() }),
  errorCodes: ['conflict'],
  response: openedQuestionnaire,
})

export const declineQuestionnaire = endpoint('POST /api/questionnaires/{id}/refusal', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['questionnaire', 'client'],
  summary: 'Decline your questionnaire; its answers are deleted',
  params: idOnly,
  errorCodes: ['conflict'],
  response: openedQuestionnaire,
})

export const acknowledgeSafetyMark = endpoint('POST /api/safety-marks/{id}/acknowledgement', {
  access: staff,
  changes: ['questionnaire', 'client', 'session'],
  summary: 'Acknowledge a safety mark with a note on the action taken; once',
  params: idOnly,
  body: z.object({ note: paragraph(2_000).min(1, 'Say what you did') }),
  errorCodes: ['conflict'],
  response: listQuestionnaires.response,
})
