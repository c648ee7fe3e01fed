import { z } from 'zod'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Prompt } from '../llm.ts'
import type { Metric } from '../llm.ts'

/** A structured answer (docs/product.md, "Prompts"). */
export type AnswerFormat = {
  /** One word: services do not allow spaces. */
  name: string
  schema: z.ZodType
  /** The subset of JSON Schema that every service supports. */
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

/** Accepts unknown keys and values out of range: the reader drops them and uses the others. */
export const metricAnswer = metricValues(z.string())

const requestedMetrics = (metrics: readonly Metric[]) =>
  metricValues(z.enum(metrics.map(({ key }) => key)).describe(metrics.map(describe).join('; ')))

const describe = ({ key, label, lowest, highest, unit }: Metric) =>
  `${key}: ${label}, from ${lowest} to ${highest}${unit ? ` ${unit}` : ''}`

export const parseMetrics = ({ input }: Prompt) => JSON.parse(input['metrics'] ?? '[]') as Metric[]

const formats: Record<TemplateType, ((prompt: Prompt) => AnswerFormat) | 'text'> = {
  diarization: 'text',
  metric_extraction: (prompt) =>
    makeFormat('metric_values', metricAnswer, requestedMetrics(parseMetrics(prompt))),
  burnout_assessment: () => makeFormat('burnout_assessment', burnoutAnswer),
  session_preparation: 'text',
}

/** Undefined for a text answer. */
export function getAnswerFormat(prompt: Prompt): AnswerFormat | undefined {
  const format = formats[prompt.type]
  return format === 'text' ? undefined : format(prompt)
}

/** `requested`: the schema in the prompt, which may be stricter than the accepted one. */
function makeFormat(name: string, schema: z.ZodType, requested = schema): AnswerFormat {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(requested, { override: dropConstraints })
  return { name, schema, jsonSchema }
}

/** Not every service supports these constraints in a strict schema. */
function dropConstraints({ jsonSchema }: { jsonSchema: Record<string, unknown> }) {
  for (const name of ['minLength', 'pattern', 'minimum', 'maximum']) delete jsonSchema[name]
}

/** Returns the validated JSON, or the reason why it is invalid. */
export function parseAnswer(
  text: string,
  { schema }: AnswerFormat,
): { text: string } | { error: string } {
  const json = jsonIn(text)
  if (json === undefined) return { error: 'It is not JSON.' }
  const { success, data, error } = schema.safeParse(json)
  return success ? { text: JSON.stringify(data) } : { error: z.prettifyError(error) }
}

/** Models often wrap JSON in a code fence or a sentence. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
