import type { Coach } from '#contract/coaches.ts'
import { personInitials } from '#web/lib/person-names.ts'

/** "The avatar shows initials, or C when there are no names" (specification part 1, section 2, "Coaches"). */
export const coachInitials = ({ firstName, lastName }: Pick<Coach, 'firstName' | 'lastName'>) =>
  personInitials({ firstName, lastName, email: 'C' })
