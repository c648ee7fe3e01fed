import type { RiskLevel } from '../clients/clients.ts'

/** Highest burnout scores of low and of medium risk; above is high (docs/product.md, "Risk level"). */
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

/** Whether a higher value is worse: as defined, else by the words in the label (docs/product.md, "Value colors"). */
export const isHigherWorse = ({ label, isMoreBetter }: Coloured) =>
  isMoreBetter == null ? /stress|anxiety|depression/i.test(label) : !isMoreBetter

/** Colour of a metric's value, in percent of its range (docs/product.md, "Value colors"). */
export function metricColour(metric: Coloured, value: number): Colour {
  const { lowest = 0, highest = 100 } = metric
  const share = ((value - lowest) * 100) / (highest - lowest)
  if (isHigherWorse(metric)) return share <= 40 ? 'green' : share <= 60 ? 'yellow' : 'red'
  return share >= 70 ? 'green' : share >= 50 ? 'yellow' : 'red'
}

/** Risk level of a burnout score, 0 to 100 (docs/product.md, "Risk level"). */
export const toRiskLevel = (score: number): RiskLevel =>
  score <= riskThresholds.low ? 'low' : score <= riskThresholds.medium ? 'medium' : 'high'

const riskColour: Record<RiskLevel, Colour> = { low: 'green', medium: 'yellow', high: 'red' }
/** Colour of a burnout risk score, 0 to 100. */
export const burnoutColour = (score: number) => riskColour[toRiskLevel(score)]

/** Colour of the burnout bar in the list of clients (docs/product.md, "Value colors"). */
export const burnoutBarColour = (percentage: number): Colour =>
  percentage >= 70 ? 'red' : percentage >= 50 ? 'yellow' : 'green'
