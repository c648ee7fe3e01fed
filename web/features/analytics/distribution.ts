import type { RiskCounts } from './risk-levels.ts'

/** With this many people, shares of counts in steps of 6 are at most five points off. */
const minPeople = 120

/** Shares of counts in steps; undefined where there are too few people for them to be accurate. */
export const roundedShares = (month: RiskCounts) =>
  (month.total ?? 0) < minPeople ? undefined : percentShares(month)

/** High, medium and low risk in whole percent that add up to 100 (largest remainder method); undefined if a band is hidden. */
export function percentShares({ highRisk, mediumRisk, lowRisk }: RiskCounts) {
  if (highRisk === null || mediumRisk === null || lowRisk === null) return undefined
  const people = [highRisk, mediumRisk, lowRisk]
  const total = addUp(people)
  const exact = people.map((it) => (100 * it) / total)
  const shares = exact.map(Math.floor)
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .toSorted((a, b) => b.loss - a.loss)
  for (const { index } of byLoss.slice(0, 100 - addUp(shares)))
    shares[index] = (shares[index] ?? 0) + 1
  return shares
}

const addUp = (numbers: readonly number[]) => numbers.reduce((sum, it) => sum + it, 0)
