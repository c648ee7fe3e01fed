import type { TemplateType } from '#contract/prompts.ts'
import type { BurnoutAnswer, MetricAnswer } from './answers.ts'

/** Merges the answers for the chunks of a transcript, in order. */
export const mergeAnswers: Record<
  TemplateType,
  ((texts: readonly string[]) => string) | 'by-model'
> = {
  diarization: (texts) => texts.map((it) => it.trim()).join('\n\n'),
  metric_extraction: (texts) =>
    JSON.stringify(lastValuePerMetric(texts.map((it) => JSON.parse(it) as MetricAnswer))),
  burnout_assessment: (texts) =>
    JSON.stringify(highestRisk(texts.map((it) => JSON.parse(it) as BurnoutAnswer))),
  session_preparation: 'by-model',
}

/** Later values are corrections. */
const lastValuePerMetric = (answers: readonly MetricAnswer[]): MetricAnswer => ({
  values: [...new Map(answers.flatMap(({ values }) => values).map((it) => [it.key, it])).values()],
})

/** A chunk without signs of a risk does not lower it. */
const highestRisk = (answers: readonly BurnoutAnswer[]): BurnoutAnswer => ({
  riskScore: Math.max(...answers.map(({ riskScore }) => riskScore)),
  reasons: uniqueByQuote(answers.flatMap(({ reasons }) => reasons)),
  protective: uniqueByQuote(answers.flatMap(({ protective }) => protective)),
})

const uniqueByQuote = (reasons: BurnoutAnswer['reasons']) => [
  ...new Map(reasons.map((it) => [it.quote, it])).values(),
]
