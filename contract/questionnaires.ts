import { z } from 'zod'
import { line, paragraph, rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { countryHelp } from './help-lines.ts'
import { givenAnswers, instrument } from './instruments.ts'
import { planReaders, staff } from './roles.ts'
import { rowVersion } from './row-version.ts'

const id = z.object({ id: rowId() })

/** Times that one is given in a row at most, and the weeks between two of them. */
export const maxTimes = 26
export const intervalWeeks = [1, 2, 4] as const
/** Questionnaires of one plan. */
export const maxQuestionnaires = 500

/** To be answered, from a day on where it has one; or how it ended. */
export const questionnaireState = z.enum(['open', 'later', 'answered', 'declined', 'withdrawn'])
export type QuestionnaireState = z.infer<typeof questionnaireState>

const band = z.object({ label: z.string(), tone: z.enum(['green', 'yellow', 'red']) })

/** One questionnaire of a plan, with what it came to. */
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
  /** Somebody began to answer it; what was answered is the client's until it is sent. */
  isBegun: z.boolean(),
  /** When it was answered, declined or withdrawn. */
  endedAt: z.string().nullable(),
  /** Answered after its day. */
  isLate: z.boolean(),
  /** The week in which it was answered. */
  weekNumber: z.number().int().nullable(),
  /** Null where too little was answered for one. */
  score: z.number().nullable(),
  band: band.nullable(),
})
export type Questionnaire = z.infer<typeof questionnaire>

/** An answer that should not wait, without the answer. */
export const safetyMark = z.object({
  id: rowId(),
  raisedAt: z.string(),
  /** The coach who got a message; null where there was none. */
  told: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type SafetyMark = z.infer<typeof safetyMark>

export const listQuestionnaires = endpoint('GET /api/clients/{id}/questionnaires', {
  access: planReaders,
  shows: ['questionnaire'],
  summary:
    'The questionnaires of a plan, the newest first, with their scores; for staff also which answers should not wait',
  params: id,
  response: z.object({
    questionnaires: z.array(questionnaire),
    /** None for clients. */
    marks: z.array(safetyMark),
  }),
})
export type Questionnaires = z.infer<typeof listQuestionnaires.response>

export const listInstruments = endpoint('GET /api/instruments', {
  access: staff,
  shows: ['definition'],
  summary:
    'The questionnaires that can be given, with where they come from and under which licence',
  response: z.array(
    questionnaire.shape.instrument.pick({
      ...{ key: true, title: true, shortTitle: true, minutes: true, items: true },
      ...{ citation: true, licence: true },
    }),
  ),
})

const calendarDate = z.iso
  .date({ error: 'This is not a date of the calendar.', abort: true })
  .max(10, { error: 'This is not a date of the calendar.' })

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
  once: true,
  summary: 'Give a client a questionnaire, or one every so many weeks from its day on',
  params: id,
  body: questionnaireForm,
  refuses: ['unprocessable', 'conflict'],
  response: listQuestionnaires.response,
})

export const withdrawQuestionnaire = endpoint('DELETE /api/questionnaires/{id}', {
  access: staff,
  changes: ['questionnaire'],
  summary:
    'Withdraw a questionnaire that was not answered, or with `scope=rest` also those of its series after it; what was answered stays',
  params: id,
  query: z.object({ scope: z.enum(['one', 'rest']).default('one') }),
  refuses: ['conflict'],
  response: listQuestionnaires.response,
})

/** A questionnaire as it is answered, or as it was. */
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
  /** With its questions and answers. */
  instrument,
  /** For staff empty until it was sent. */
  answers: givenAnswers,
  /** Of the answers. */
  version: rowVersion,
  /** Whom to call, for who answers a question that may ask for it: at hand also where the line is lost then. */
  help: countryHelp.nullable(),
  /** Whether the present coach was told of an answer that should not wait; null where there is none. */
  isCoachNotified: z.boolean().nullable(),
  /** Whether there is a coach at work who sees the mark of such an answer. */
  isCoachActive: z.boolean(),
})
export type OpenedQuestionnaire = z.infer<typeof openedQuestionnaire>

export const getQuestionnaire = endpoint('GET /api/questionnaires/{id}', {
  access: planReaders,
  shows: ['questionnaire'],
  summary: 'A questionnaire with its questions, and for those who may see them its answers',
  // Another device may have gone on with it.
  freshness: 'while-shown',
  params: id,
  response: openedQuestionnaire,
})

export const answerQuestion = endpoint('POST /api/questionnaires/{id}/answers', {
  access: ['client_user'],
  changes: ['questionnaire'],
  summary: 'Answer one question of the own questionnaire, again too as long as it was not sent',
  params: id,
  body: z.object({
    item: line(40).min(1),
    /** Null: left out. */
    value: z.number().min(-1000).max(1000).nullable(),
  }),
  refuses: ['conflict'],
  response: openedQuestionnaire,
})

export const sendAnswers = endpoint('POST /api/questionnaires/{id}/completion', {
  access: ['client_user'],
  changes: ['questionnaire', 'client'],
  summary:
    'Send the answers of the own questionnaire to the coach; from then on they stay as they are',
  params: id,
  body: z.object({ version: rowVersion.optional() }),
  refuses: ['conflict'],
  response: openedQuestionnaire,
})

export const declineQuestionnaire = endpoint('POST /api/questionnaires/{id}/refusal', {
  access: ['client_user'],
  changes: ['questionnaire', 'client'],
  summary: 'Decline the own questionnaire; what was answered of it is deleted',
  params: id,
  refuses: ['conflict'],
  response: openedQuestionnaire,
})

export const acknowledgeSafetyMark = endpoint('POST /api/safety-marks/{id}/acknowledgement', {
  access: staff,
  changes: ['questionnaire', 'client'],
  summary: 'Say what was done about an answer that should not wait; once',
  params: id,
  body: z.object({ note: paragraph(2_000).min(1, 'Say what you did') }),
  refuses: ['conflict'],
  response: listQuestionnaires.response,
})
