import type { RiskMonth } from '#contract/analytics/analytics.ts'
import { type PartStyle, partStyles } from '#web/ui/chart-bars.tsx'

export type RiskCounts = Pick<RiskMonth, 'highRisk' | 'mediumRisk' | 'lowRisk' | 'total'>
/** A month of one organization or of all. */
export type RiskRow = RiskCounts & Pick<RiskMonth, 'month' | 'isCurrent'>

type Band = 'lowRisk' | 'mediumRisk' | 'highRisk' | 'unknownBand'

/** From bottom to top. */
export const bands: Band[] = ['lowRisk', 'mediumRisk', 'highRisk', 'unknownBand']

export const bandStyles: Record<Band, PartStyle & { word: string }> = {
  lowRisk: { word: 'Low risk', ...partStyles.green },
  mediumRisk: { word: 'Medium risk', ...partStyles.amber },
  highRisk: { word: 'High risk', ...partStyles.red },
  unknownBand: { word: 'Level hidden', ...partStyles.neutral },
}

/** People of a month by band; people in hidden bands count as `unknownBand`. */
export function toStack({ highRisk, mediumRisk, lowRisk, total }: RiskCounts) {
  const known = { lowRisk: lowRisk ?? 0, mediumRisk: mediumRisk ?? 0, highRisk: highRisk ?? 0 }
  const shown = known.lowRisk + known.mediumRisk + known.highRisk
  return { ...known, unknownBand: Math.max(0, (total ?? 0) - shown) }
}
