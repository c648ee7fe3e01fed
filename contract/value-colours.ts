import { mostRisk, type RiskLevel } from './clients.ts'

export type Colour = 'green' | 'yellow' | 'red'

/** Of these metrics a higher value is worse (specification part 2, section 5). */
export const risesWithHarm = (label: string) => /stress|anxiety|depression/i.test(label)

/** Colour of a metric's value, 0 to 100 (specification part 2, section 5). */
export function metricColour(label: string, value: number): Colour {
  if (risesWithHarm(label)) return value <= 40 ? 'green' : value <= 60 ? 'yellow' : 'red'
  return value >= 70 ? 'green' : value >= 50 ? 'yellow' : 'red'
}

/** The level that a burnout risk score, 0 to 100, stands for: the bands of its colours (specification part 2, section 5). */
export const riskLevelOf = (score: number): RiskLevel =>
  score <= mostRisk.low ? 'low' : score <= mostRisk.medium ? 'medium' : 'high'

const riskColour: Record<RiskLevel, Colour> = { low: 'green', medium: 'yellow', high: 'red' }
/** Colour of a burnout risk score, 0 to 100 (specification part 2, section 5). */
export const burnoutColour = (score: number) => riskColour[riskLevelOf(score)]

/** Colour of the burnout bar in the list of clients, in per cent (specification part 2, section 2.1). */
export const burnoutBarColour = (percentage: number): Colour =>
  percentage >= 70 ? 'red' : percentage >= 50 ? 'yellow' : 'green'
