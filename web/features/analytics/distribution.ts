import type { RiskCounts } from './risk-levels.ts'

/** From so many people on, counts in steps of 6 are at most five points away from the exact shares. */
const minPeople = 120

/** The shares of a month whose counts are in steps; nothing where too few people are counted for them to be right. */
export const roundedShares = (month: RiskCounts) =>
  (month.total ?? 0) < minPeople ? undefined : percentShares(month)

/**
 * High, medium and low risk of a month in whole per cent that add up to 100: what is lost by cutting goes to those who
 * lost most. Nothing where a band is not told.
 */
export function percentShares({ highRisk, mediumRisk, lowRisk }: RiskCounts) {
  if (highRisk === null || mediumRisk === null || lowRisk === null) return undefined
  const people = [highRisk, mediumRisk, lowRisk]
  const total = sumOf(people)
  const exact = people.map((it) => (100 * it) / total)
  const shares = exact.map(Math.floor)
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .toSorted((a, b) => b.loss - a.loss)
  for (const { index } of byLoss.slice(0, 100 - sumOf(shares)))
    shares[index] = (shares[index] ?? 0) + 1
  return shares
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, it) => sum + it, 0)
