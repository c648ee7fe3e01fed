import type { RiskLevel } from './clients.ts'

/** Highest burnout scores of low and of medium risk; above is high (product decisions, section 5). */
export const riskThresholds = { low: 30, medium: 60 } as const

export type Colour = 'green' | 'yellow' | 'red'

/** What the colour of a metric's values depends on. */
export type Coloured = {
  label: string
  lowest?: number
  highest?: number
  /** Null or missing: derived from the label. */
  isMoreBetter?: boolean | null
}

/** Whether a higher value is worse: as defined, else for the words in specification part 2, section 5. */
export const isHigherWorse = ({ label, isMoreBetter }: Coloured) =>
  isMoreBetter == null ? /stress|anxiety|depression/i.test(label) : !isMoreBetter

/** Colour of a metric's value: thresholds of specification part 2, section 5, in percent of its range. */
export function metricColour(metric: Coloured, value: number): Colour {
  const { lowest = 0, highest = 100 } = metric
  const share = ((value - lowest) * 100) / (highest - lowest)
  if (isHigherWorse(metric)) return share <= 40 ? 'green' : share <= 60 ? 'yellow' : 'red'
  return share >= 70 ? 'green' : share >= 50 ? 'yellow' : 'red'
}

/** Risk level of a burnout score, 0 to 100 (specification part 2, section 5). */
export const riskLevelOf = (score: number): RiskLevel =>
  score <= riskThresholds.low ? 'low' : score <= riskThresholds.medium ? 'medium' : 'high'

const riskColour: Record<RiskLevel, Colour> = { low: 'green', medium: 'yellow', high: 'red' }
/** Colour of a burnout risk score, 0 to 100 (specification part 2, section 5). */
export const burnoutColour = (score: number) => riskColour[riskLevelOf(score)]

/** Colour of the burnout bar in the list of clients (specification part 2, section 2.1). */
export const burnoutBarColour = (percentage: number): Colour =>
  percentage >= 70 ? 'red' : percentage >= 50 ? 'yellow' : 'green'
