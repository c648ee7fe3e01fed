import { z } from 'zod'
import { line, paragraph } from './bounds.ts'

const key = line(40).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'A key has small letters, digits and hyphens',
)

const answer = z.strictObject({ label: line(80).min(1), value: z.number().min(-1000).max(1000) })

const item = z.strictObject({
  key,
  text: paragraph(400).min(1),
  /** Which of the sets of answers. */
  answers: key,
  /** "Always" counts as "never" would, and the other way round. */
  isReversed: z.boolean().optional(),
  /** An answer above it should not wait: the client is told whom to call, the coach that there is something to look at. */
  alertAbove: z.number().optional(),
})
export type InstrumentItem = z.infer<typeof item>

const scoring = z.strictObject({
  /** Of the answered items. */
  method: z.enum(['sum', 'mean']),
  /** What the sum or the mean is multiplied by. */
  factor: z.number().positive().max(1000).optional(),
  /** With fewer answers there is no score. */
  minAnswered: z.number().int().min(1).max(60),
})

const bandTone = z.enum(['green', 'yellow', 'red'])

const parts = z.strictObject({
  key,
  title: line(120).min(1),
  /** Where there is little room. */
  shortTitle: line(40).min(1),
  /** What it asks about, for whoever answers it. */
  about: paragraph(600).min(1),
  /** The time that it asks about, such as "Over the last 2 weeks". */
  period: line(120).min(1),
  /** What stands before each question. */
  stem: paragraph(300).optional(),
  minutes: z.number().int().min(1).max(60),
  answers: z.record(key, z.array(answer).min(2).max(11)),
  items: z.array(item).min(1).max(60),
  scoring,
  /** From which score on; the first begins with the lowest. */
  bands: z
    .array(z.strictObject({ from: z.number(), label: line(60).min(1), tone: bandTone }))
    .min(1)
    .max(10),
  isMoreBetter: z.boolean().optional(),
  /** A change of so many points is more than the instrument's own unsteadiness. */
  reliableChange: z.number().positive().optional(),
  /** Its score, 0 to 100, is the burnout risk of the week in which it is answered. */
  isBurnoutRisk: z.boolean().optional(),
  citation: paragraph(1000).min(1),
  licence: paragraph(1000).min(1),
})

/** A questionnaire as data (product decisions, section 9): whoever is licensed to use another one adds a file. */
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
  const range = rangeOf(it)
  if (it.isBurnoutRisk && (range.lowest !== 0 || range.highest !== 100))
    wrong('The score of a burnout risk lies between 0 and 100', 'isBurnoutRisk')
  if (it.isBurnoutRisk && it.isMoreBetter)
    wrong('More of a burnout risk is never better', 'isBurnoutRisk')
  if (it.bands[0]?.from !== range.lowest)
    wrong(`The first band must begin with the lowest score, ${range.lowest}`, 'bands', 0, 'from')
  if (it.bands.some(({ from }, index) => index > 0 && from <= (it.bands[index - 1]?.from ?? 0)))
    wrong('Each band must begin above the one before', 'bands')
})
export type Instrument = z.infer<typeof instrument>

/** What was answered: a value of each item, null where it was left out on purpose; missing where nobody came to it. */
export const givenAnswers = z.record(z.string().max(40), z.number().nullable())
export type GivenAnswers = z.infer<typeof givenAnswers>

type Scored = Pick<Instrument, 'answers' | 'items' | 'scoring'>

export const answersOf = (
  { answers }: Pick<Instrument, 'answers'>,
  { answers: set }: InstrumentItem,
) => answers[set] ?? []

const rangeOfItem = (it: Pick<Instrument, 'answers'>, one: InstrumentItem) => {
  const values = answersOf(it, one).map(({ value }) => value)
  return { lowest: Math.min(...values), highest: Math.max(...values) }
}

/** The least and the most that it can come to. */
export function rangeOf(it: Scored) {
  const extremes = it.items.map((one) => rangeOfItem(it, one))
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

/** The score, to two decimals; null where too little was answered for one. */
export function scoreOf(it: Scored, given: GivenAnswers): number | null {
  const counted = it.items.flatMap((one) => {
    const value = given[one.key]
    if (value == null) return []
    const { lowest, highest } = rangeOfItem(it, one)
    return [one.isReversed ? lowest + highest - value : value]
  })
  return counted.length < it.scoring.minAnswered ? null : total(it, counted)
}

function total({ scoring: { method, factor = 1 } }: Pick<Instrument, 'scoring'>, values: number[]) {
  const sum = values.reduce((all, value) => all + value, 0)
  return Math.round((method === 'sum' ? sum : sum / values.length) * factor * 100) / 100
}

/** In which band a score lies. */
export const bandOf = <B extends { from: number }>(
  { bands }: { bands: readonly B[] },
  score: number,
) => bands.findLast(({ from }) => score >= from)

/** The items whose answers should not wait. */
export const findAlerts = ({ items }: Pick<Instrument, 'items'>, given: GivenAnswers) =>
  items.filter(
    ({ key: name, alertAbove }) =>
      alertAbove !== undefined && (given[name] ?? alertAbove) > alertAbove,
  )

/** Why an item cannot be answered so, as a sentence; undefined where it can. */
export function answerError(
  it: Scored,
  { item: name, value }: { item: string; value: number | null },
) {
  const one = it.items.find((any) => any.key === name)
  if (!one) return 'There is no such question in this questionnaire.'
  if (value === null || answersOf(it, one).some((any) => any.value === value)) return undefined
  return 'This is not one of the answers to choose from.'
}
