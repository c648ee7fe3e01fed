import { z } from 'zod'
import type { TemplateType } from '#contract/prompts.ts'
import type { Metric } from '../numbers/topics.ts'
import type { Prompt } from '../llm.ts'

/** How a type of prompt is answered (product decisions, section 9): in text, or in JSON of this form. */
export type AnswerFormat = {
  /** As services want it: a word. */
  name: string
  schema: z.ZodType
  /** The same for a service: JSON Schema of the kind that all of them take. */
  jsonSchema: Record<string, unknown>
}

const quote = z.string().describe('Word for word as it was said, a sentence or two')
const reason = z.strictObject({
  reason: z.string().trim().min(1).describe('In a sentence'),
  quote: quote.regex(/\S/, 'A reason needs a quote'),
})

export const burnoutAnswer = z.strictObject({
  riskScore: z.number().min(0).max(100).describe('0: no sign of burnout; 100: the strongest'),
  reasons: z.array(reason).describe('What speaks for a risk'),
  protective: z.array(reason).describe('What speaks against it'),
})
export type BurnoutAnswer = z.infer<typeof burnoutAnswer>

export type MetricAnswer = { values: { key: string; value: number; quotes: string[] }[] }

/** The values of metrics, each with a key of this kind. */
const metricValues = (key: z.ZodType<string>): z.ZodType<MetricAnswer> =>
  z.strictObject({
    values: z
      .array(
        z.strictObject({
          key,
          value: z.number().describe('Within the range of its metric'),
          quotes: z.array(quote).describe('What was said that it follows from'),
        }),
      )
      .describe('Only metrics for which the conversation gives ground, each once'),
  })

/**
 * What is believed: a key that nobody asked for, or a value out of range, stands beside the good ones, for whoever reads
 * them to leave it out.
 */
export const metricAnswer = metricValues(z.string())

/** What is asked for: the values of these metrics alone. */
const metricsAsked = (metrics: readonly Metric[]) =>
  metricValues(z.enum(metrics.map(({ key }) => key)).describe(metrics.map(inWords).join('; ')))

const inWords = ({ key, label, lowest, highest, unit }: Metric) =>
  `${key}: ${label}, from ${lowest} to ${highest}${unit ? ` ${unit}` : ''}`

/** The metrics that a prompt asks for. */
export const parseMetrics = ({ input }: Prompt) => JSON.parse(input['metrics'] ?? '[]') as Metric[]

const forms: Record<TemplateType, ((prompt: Prompt) => AnswerFormat) | 'text'> = {
  diarization: 'text',
  metric_extraction: (prompt) =>
    formOf('metric_values', metricAnswer, metricsAsked(parseMetrics(prompt))),
  burnout_assessment: () => formOf('burnout_assessment', burnoutAnswer),
  session_preparation: 'text',
}

/** Undefined where the answer is text. */
export function answerFormatOf(prompt: Prompt): AnswerFormat | undefined {
  const form = forms[prompt.type]
  return form === 'text' ? undefined : form(prompt)
}

/** A service is told more than is held against it, where that is narrower. */
function formOf(name: string, schema: z.ZodType, told = schema): AnswerFormat {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(told, { override: simple })
  return { name, schema, jsonSchema }
}

/** What not every service takes in a strict schema is left to our own check. */
function simple({ jsonSchema }: { jsonSchema: Record<string, unknown> }) {
  for (const name of ['minLength', 'pattern', 'minimum', 'maximum']) delete jsonSchema[name]
}

/** An answer as it is kept; `fault` where it is not of the form. */
export function parseAnswer(
  text: string,
  form: AnswerFormat,
): { text: string } | { fault: string } {
  const json = jsonIn(text)
  if (json === undefined) return { fault: 'It is not JSON.' }
  const { success, data, error } = form.schema.safeParse(json)
  return success ? { text: JSON.stringify(data) } : { fault: z.prettifyError(error) }
}

/** Models like to put a fence or a sentence around it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
