import type { Coach } from '#contract/coaches/coaches.ts'
import { formatCappedCount } from '#web/lib/format-list-size.ts'
import { formatPersonInitials } from '#web/lib/person-names.ts'

/** '1 coach', '1,204 coaches', '10,000+ coaches' */
export const formatCoachCount = (coaches: number, isCapped = false) =>
  coaches === 1 ? '1 coach' : `${formatCappedCount(coaches, isCapped)} coaches`

/** Initials, or C without a name (docs/product.md, "Coaches"). */
export const coachInitials = ({ firstName, lastName }: Pick<Coach, 'firstName' | 'lastName'>) =>
  formatPersonInitials({ firstName, lastName, email: 'C' })

/** Years since the start year (docs/product.md, "Coaches"). */
export function formatExperience(since: number | null, now: Date) {
  const years = since === null ? 0 : Math.max(0, now.getFullYear() - since)
  return years === 1 ? '1 year' : `${years} years`
}

/** The start year of a new coach defaults to this many years ago. */
export const defaultExperienceYears = 5

/** 'Aarhus, Denmark' */
export const formatLocation = ({ city, country }: Pick<Coach, 'city' | 'country'>) =>
  [city, country].filter(Boolean).join(', ') || 'N/A'
