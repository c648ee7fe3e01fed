import { z } from 'zod'
import { line, paragraph } from '../bounds.ts'

const key = line(40).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'A key has lowercase letters, digits and hyphens',
)

const answer = z.strictObject({ label: line(80).min(1), value: z.number().min(-1000).max(1000) })

const item = z.strictObject({
  key,
  text: paragraph(400).min(1),
  /** Key of the set of answer options. */
  answers: key,
  /** Scored in reverse. */
  isReversed: z.boolean().optional(),
  /** Answers above it raise a safety mark: the client sees help lines, the coach is notified. */
  alertAbove: z.number().optional(),
})
export type InstrumentItem = z.infer<typeof item>

const scoring = z.strictObject({
  /** Of the answered items. */
  method: z.enum(['sum', 'mean']),
  /** Multiplier of the sum or mean. */
  factor: z.number().positive().max(1000).optional(),
  /** No score with fewer answers. */
  minAnswered: z.number().int().min(1).max(60),
})

const bandTone = z.enum(['green', 'yellow', 'red'])

const parts = z.strictObject({
  key,
  title: line(120).min(1),
  /** For narrow places. */
  shortTitle: line(40).min(1),
  /** Introduction for the client. */
  about: paragraph(600).min(1),
  /** Period asked about, such as "Over the last 2 weeks". */
  period: line(120).min(1),
  /** Common beginning of the questions. */
  stem: paragraph(300).optional(),
  minutes: z.number().int().min(1).max(60),
  answers: z.record(key, z.array(answer).min(2).max(11)),
  items: z.array(item).min(1).max(60),
  scoring,
  /** Bands by their lowest score, ascending. */
  bands: z
    .array(z.strictObject({ from: z.number(), label: line(60).min(1), tone: bandTone }))
    .min(1)
    .max(10),
  isMoreBetter: z.boolean().optional(),
  /** Smallest change in points beyond measurement error. */
  reliableChange: z.number().positive().optional(),
  /** The score, 0 to 100, is the burnout score of the week of completion. */
  isBurnoutRisk: z.boolean().optional(),
  citation: paragraph(1000).min(1),
  licence: paragraph(1000).min(1),
})

/** A questionnaire form as data (docs/product.md, "Questionnaires"); installations can add their own files. */
export const instrument = parts.superRefine((it, context) => {
  const wrong = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', message, path })
  const keys = it.items.map((one) => one.key)
  if (new Set(keys).size < keys.length) wrong('Two items have the same key', 'items')
  for (const [index, { answers }] of it.items.entries())
    if (!it.answers[answers])
      wrong(`There is no set of answers called "${answers}"`, 'items', index, 'answers')
  for (const [name, set] of Object.entries(it.answers))
    if (new Set(set.map(({ value }) => value)).size < set.length)
      wrong('Two answers of a set have the same value', 'answers', name)
  const { method, minAnswered } = it.scoring
  if (minAnswered > it.items.length)
    wrong('There are fewer items than must be answered', 'scoring', 'minAnswered')
  if (method === 'sum' && minAnswered < it.items.length)
    wrong('A sum needs every item to be answered', 'scoring', 'minAnswered')
  if (it.items.some(({ answers }) => !it.answers[answers])) return
  const range = getScoreRange(it)
  if (it.isBurnoutRisk && (range.lowest !== 0 || range.highest !== 100))
    wrong('A burnout score must range from 0 to 100', 'isBurnoutRisk')
  if (it.isBurnoutRisk && it.isMoreBetter)
    wrong('A higher burnout score cannot be better', 'isBurnoutRisk')
  if (it.bands[0]?.from !== range.lowest)
    wrong(`The first band must begin with the lowest score, ${range.lowest}`, 'bands', 0, 'from')
  if (it.bands.some(({ from }, index) => index > 0 && from <= (it.bands[index - 1]?.from ?? 0)))
    wrong('Each band must begin above the one before', 'bands')
})
export type Instrument = z.infer<typeof instrument>

/** Answers by item; null if skipped, missing if not answered yet. */
export const givenAnswers = z.record(z.string().max(40), z.number().nullable())
export type GivenAnswers = z.infer<typeof givenAnswers>

type Scored = Pick<Instrument, 'answers' | 'items' | 'scoring'>

export const getAnswers = (
  { answers }: Pick<Instrument, 'answers'>,
  { answers: set }: InstrumentItem,
) => answers[set] ?? []

const getItemRange = (it: Pick<Instrument, 'answers'>, one: InstrumentItem) => {
  const values = getAnswers(it, one).map(({ value }) => value)
  return { lowest: Math.min(...values), highest: Math.max(...values) }
}

/** Lowest and highest possible score. */
export function getScoreRange(it: Scored) {
  const extremes = it.items.map((one) => getItemRange(it, one))
  return {
    lowest: total(
      it,
      extremes.map(({ lowest }) => lowest),
    ),
    highest: total(
      it,
      extremes.map(({ highest }) => highest),
    ),
  }
}

/** The score, rounded to two decimals; null with too few answers. */
export function getScore(it: Scored, given: GivenAnswers): number | null {
  const counted = it.items.flatMap((one) => {
    const value = given[one.key]
    if (value == null) return []
    const { lowest, highest } = getItemRange(it, one)
    return [one.isReversed ? lowest + highest - value : value]
  })
  return counted.length < it.scoring.minAnswered ? null : total(it, counted)
}

function total({ scoring: { method, factor = 1 } }: Pick<Instrument, 'scoring'>, values: number[]) {
  const sum = values.reduce((all, value) => all + value, 0)
  return Math.round((method === 'sum' ? sum : sum / values.length) * factor * 100) / 100
}

/** The band of a score. */
export const findBand = <B extends { from: number }>(
  { bands }: { bands: readonly B[] },
  score: number,
) => bands.findLast(({ from }) => score >= from)

/** Items whose answers raise a safety mark. */
export const findAlerts = ({ items }: Pick<Instrument, 'items'>, given: GivenAnswers) =>
  items.filter(
    ({ key: name, alertAbove }) =>
      alertAbove !== undefined && (given[name] ?? alertAbove) > alertAbove,
  )

/** Error message for an answer; undefined if valid. */
export function answerError(
  it: Scored,
  { item: name, value }: { item: string; value: number | null },
) {
  const one = it.items.find((any) => any.key === name)
  if (!one) return 'This questionnaire has no such question.'
  if (value === null || getAnswers(it, one).some((any) => any.value === value)) return undefined
  return 'This is not one of the answer options.'
}
