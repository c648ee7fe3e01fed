import type { TemplateType } from '#contract/prompts.ts'
import type { BurnoutAnswer, MetricAnswer } from './answers.ts'

/** How the answers about the pieces of a transcript, in their order, become one (decision 19); 'asked': by the model. */
export const mergeAnswers: Record<TemplateType, ((texts: readonly string[]) => string) | 'asked'> =
  {
    diarization: (texts) => texts.map((it) => it.trim()).join('\n\n'),
    metric_extraction: (texts) =>
      JSON.stringify(lastValuePerMetric(texts.map((it) => JSON.parse(it) as MetricAnswer))),
    burnout_assessment: (texts) =>
      JSON.stringify(strongest(texts.map((it) => JSON.parse(it) as BurnoutAnswer))),
    session_preparation: 'asked',
  }

/** Of what is said twice the last counts, as it does within a piece: people correct themselves. */
const lastValuePerMetric = (answers: readonly MetricAnswer[]): MetricAnswer => ({
  values: [...new Map(answers.flatMap(({ values }) => values).map((it) => [it.key, it])).values()],
})

/** The highest risk, which no piece without a sign of it takes back, with all that speaks for and against it. */
const strongest = (answers: readonly BurnoutAnswer[]): BurnoutAnswer => ({
  riskScore: Math.max(...answers.map(({ riskScore }) => riskScore)),
  reasons: eachOnce(answers.flatMap(({ reasons }) => reasons)),
  protective: eachOnce(answers.flatMap(({ protective }) => protective)),
})

const eachOnce = (reasons: BurnoutAnswer['reasons']) => [
  ...new Map(reasons.map((it) => [it.quote, it])).values(),
]
