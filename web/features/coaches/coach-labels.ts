import type { Coach } from '#contract/coaches.ts'
import { formatCappedCount } from '#web/lib/format-list-size.ts'
import { formatPersonInitials } from '#web/lib/person-names.ts'

/** '1 coach', '1,204 coaches', '10,000+ coaches' */
export const formatCoachCount = (coaches: number, isCapped = false) =>
  coaches === 1 ? '1 coach' : `${formatCappedCount(coaches, isCapped)} coaches`

/** "The avatar shows initials, or C when there are no names" (specification part 1, section 2, "Coaches"). */
export const coachInitials = ({ firstName, lastName }: Pick<Coach, 'firstName' | 'lastName'>) =>
  formatPersonInitials({ firstName, lastName, email: 'C' })

/** "Current year minus start year, 0 years when unset" (specification part 1, section 2, "Coaches"). */
export function formatExperience(since: number | null, now: Date) {
  const years = since === null ? 0 : Math.max(0, now.getFullYear() - since)
  return years === 1 ? '1 year' : `${years} years`
}

/** The start year of a new coach defaults to this many years ago (specification part 1, section 5). */
export const defaultExperienceYears = 5

/** 'Aarhus, Denmark' */
export const formatLocation = ({ city, country }: Pick<Coach, 'city' | 'country'>) =>
  [city, country].filter(Boolean).join(', ') || 'N/A'
