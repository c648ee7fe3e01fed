import type { Analytics } from '#contract/analytics.ts'
import { shown } from './group-size.ts'

/** Shares of high, medium and low risk of eleven people who feel better from month to month. */
const course = [
  [7, 3, 1],
  [6, 4, 1],
  [4, 6, 1],
  [2, 7, 2],
  [1, 6, 4],
  [1, 4, 6],
] as const

/** The specification's sample figures (part 1, section 9), shown until somebody is registered. */
export const sampleFigures = (months: readonly string[]): Analytics => ({
  ...shown({
    eligible: 25,
    registered: 11,
    counted: 11,
    monthlyPrice: 200,
    pricePerSession: 325,
    currency: 'DKK',
    firstSession: 9,
    active: 8,
    recorded: 7,
    sessions: 64,
    minutes: 38,
    risk: course.map(([high, medium, low], index) => ({
      month: months[index] ?? '',
      high,
      medium,
      low,
    })),
  }),
  isSample: true,
})
