import { riskThresholds, type RiskLevel } from './clients.ts'

export type Colour = 'green' | 'yellow' | 'red'

/** What the colour of a metric's values follows from: 0 to 100 and the words of its label, unless it says more. */
export type Coloured = {
  label: string
  lowest?: number
  highest?: number
  /** Null or missing: of stress, anxiety and depression less is better. */
  isMoreBetter?: boolean | null
}

/** Whether a higher value of a metric is worse: as its definition says, or the words of the specification (part 2, section 5). */
export const isHigherWorse = ({ label, isMoreBetter }: Coloured) =>
  isMoreBetter == null ? /stress|anxiety|depression/i.test(label) : !isMoreBetter

/** Colour of a metric's value by the specification's thresholds (part 2, section 5), which are per cent of its range. */
export function metricColour(metric: Coloured, value: number): Colour {
  const { lowest = 0, highest = 100 } = metric
  const share = ((value - lowest) * 100) / (highest - lowest)
  if (isHigherWorse(metric)) return share <= 40 ? 'green' : share <= 60 ? 'yellow' : 'red'
  return share >= 70 ? 'green' : share >= 50 ? 'yellow' : 'red'
}

/** The level that a burnout risk score, 0 to 100, stands for: the bands of its colours (specification part 2, section 5). */
export const riskLevelOf = (score: number): RiskLevel =>
  score <= riskThresholds.low ? 'low' : score <= riskThresholds.medium ? 'medium' : 'high'

const riskColour: Record<RiskLevel, Colour> = { low: 'green', medium: 'yellow', high: 'red' }
/** Colour of a burnout risk score, 0 to 100 (specification part 2, section 5). */
export const burnoutColour = (score: number) => riskColour[riskLevelOf(score)]

/** Colour of the burnout bar in the list of clients, in per cent (specification part 2, section 2.1). */
export const burnoutBarColour = (percentage: number): Colour =>
  percentage >= 70 ? 'red' : percentage >= 50 ? 'yellow' : 'green'
