import type { RiskMonth } from '#contract/analytics.ts'

export type RiskCounts = Pick<RiskMonth, 'highRisk' | 'mediumRisk' | 'lowRisk' | 'total'>
/** A month of one organization or of all. */
export type RiskRow = RiskCounts & Pick<RiskMonth, 'month' | 'isCurrent'>

export type Band = 'lowRisk' | 'mediumRisk' | 'highRisk' | 'unknownBand'

/** From bottom to top. */
export const bands: Band[] = ['lowRisk', 'mediumRisk', 'highRisk', 'unknownBand']

type BandStyle = { word: string; fill: string; ink: string; swatch: string }

export const bandStyles: Record<Band, BandStyle> = {
  lowRisk: {
    word: 'Low risk',
    fill: 'fill-green-soft stroke-green',
    ink: 'fill-green-ink',
    swatch: 'bg-green-soft border-green',
  },
  mediumRisk: {
    word: 'Medium risk',
    fill: 'fill-amber-soft stroke-amber',
    ink: 'fill-amber-ink',
    swatch: 'bg-amber-soft border-amber',
  },
  highRisk: {
    word: 'High risk',
    fill: 'fill-red-soft stroke-red',
    ink: 'fill-red-ink',
    swatch: 'bg-red-soft border-red',
  },
  unknownBand: {
    word: 'Level hidden',
    fill: 'fill-sunken stroke-outline',
    ink: 'fill-ink',
    swatch: 'bg-sunken border-outline',
  },
}

/** People of a month by band; people in hidden bands count as `unknownBand`. */
export function toStack({ highRisk, mediumRisk, lowRisk, total }: RiskCounts) {
  const known = { lowRisk: lowRisk ?? 0, mediumRisk: mediumRisk ?? 0, highRisk: highRisk ?? 0 }
  const shown = known.lowRisk + known.mediumRisk + known.highRisk
  return { ...known, unknownBand: Math.max(0, (total ?? 0) - shown) }
}
