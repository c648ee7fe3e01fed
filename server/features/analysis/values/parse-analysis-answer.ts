import { z } from 'zod'
import type { AnalysisType } from '#contract/analysis/analysis.ts'
import { riskScoreKey } from '#contract/prompts/golden-transcripts.ts'
import type { ParsedValue } from '../evidence/check-values.ts'

const max = { values: 100, quotes: 20, characters: 2000 }
const shortened = (text: string) => text.trim().slice(0, max.characters).toWellFormed()
const words = z.string().transform(shortened)
const key = z.string().transform((text) => text.trim().slice(0, 100).toWellFormed())
const figure = z.number().min(-1_000_000_000).max(1_000_000_000)

const metricAnswer = z.object({
  values: z.array(z.object({ key, value: figure, quotes: z.array(words).default([]) })),
})
const reasons = z.array(z.object({ reason: words, quote: words })).default([])
const burnoutAnswer = z.object({ riskScore: figure, reasons, protective: reasons })

/** Undefined if the answer does not match the schema of its type. */
export function parseAnalysisAnswer(type: AnalysisType, answer: string): ParsedValue[] | undefined {
  const json = parseJson(answer)
  if (type === 'metric_extraction') {
    const { data } = metricAnswer.safeParse(json)
    return data?.values.slice(0, max.values).map((it) => ({
      key: it.key,
      value: it.value,
      quotes: it.quotes
        .filter((text) => text !== '')
        .slice(0, max.quotes)
        .map((text) => ({ text, reason: null, isProtective: false })),
    }))
  }
  const { data } = burnoutAnswer.safeParse(json)
  if (!data) return undefined
  const toQuotes = (isProtective: boolean, of: z.output<typeof reasons>) =>
    of
      .slice(0, max.quotes)
      .map(({ reason, quote }) => ({ text: quote, reason: reason || null, isProtective }))
  return [
    {
      key: riskScoreKey,
      value: data.riskScore,
      quotes: [...toQuotes(false, data.reasons), ...toQuotes(true, data.protective)],
    },
  ]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
