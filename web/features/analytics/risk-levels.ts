import type { RiskMonth } from '#contract/analytics.ts'

export type RiskCounts = Pick<RiskMonth, 'highRisk' | 'mediumRisk' | 'lowRisk' | 'total'>
/** What every table of risk by month has, over one organization or over all. */
export type RiskRow = RiskCounts & Pick<RiskMonth, 'month' | 'isCurrent'>

export type RiskKey = 'lowRisk' | 'mediumRisk' | 'highRisk' | 'undivided'

/** From the bottom of a stack to its top. */
export const riskKeys: RiskKey[] = ['lowRisk', 'mediumRisk', 'highRisk', 'undivided']

type Look = { word: string; fill: string; ink: string; swatch: string }

export const riskLooks: Record<RiskKey, Look> = {
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
  undivided: {
    word: 'Band not shown',
    fill: 'fill-sunken stroke-outline',
    ink: 'fill-ink',
    swatch: 'bg-sunken border-outline',
  },
}

/** The people of a month by what the plot says about them: who is in no shown band is still counted in the total. */
export function stackOf({ highRisk, mediumRisk, lowRisk, total }: RiskCounts) {
  const bands = { lowRisk: lowRisk ?? 0, mediumRisk: mediumRisk ?? 0, highRisk: highRisk ?? 0 }
  const shown = bands.lowRisk + bands.mediumRisk + bands.highRisk
  return { ...bands, undivided: Math.max(0, (total ?? 0) - shown) }
}
