import type { AllAnalytics } from '#contract/analytics.ts'
import { count } from '#web/lib/numbers.ts'

type ByRisk = AllAnalytics['all']['risk'][number]['organizations']

const levels = ['high', 'medium', 'low'] as const

/** How many organizations have most of their people in which band. */
export function OrganizationsByRisk({ by }: { by: ByRisk }) {
  const told = levels.filter((level) => by[level] > 0)
  if (!told.length) return <span className="text-muted">Not shown</span>
  const parts = told.map((level) => `${level} in ${count(by[level])}`)
  const last = told.at(-1)
  return `Mostly ${parts.join(', ')} ${last && by[last] === 1 ? 'organization' : 'organizations'}`
}
