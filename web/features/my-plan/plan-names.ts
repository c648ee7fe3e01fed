import type { Plan } from '#contract/my-plan.ts'
import { formatPersonInitials, formatPersonName } from '#web/lib/person-names.ts'

const person = ({ userFirstName, userLastName }: Plan) => ({
  firstName: userFirstName,
  lastName: userLastName,
  email: 'You',
})

export const planName = (plan: Plan) => formatPersonName(person(plan))
export const planInitials = (plan: Plan) => formatPersonInitials(person(plan))

/** "One fixed row for the user labelled My Plan" (specification part 1, section 2, "Shell"); family members by name. */
export const relationLabel = ({ familyRelation }: Plan) => familyRelation ?? 'My Plan'
