import type { Plan } from '#contract/plans/my-plan.ts'
import { formatPersonInitials, formatPersonName } from '#web/lib/person-names.ts'

const person = ({ userFirstName, userLastName }: Plan) => ({
  firstName: userFirstName,
  lastName: userLastName,
  email: 'You',
})

export const planName = (plan: Plan) => formatPersonName(person(plan))
export const planInitials = (plan: Plan) => formatPersonInitials(person(plan))

/** "My Plan" for the user, family members by name (docs/product.md, "Dashboards"). */
export const relationLabel = ({ familyRelation }: Plan) => familyRelation ?? 'My Plan'
