import { Link } from 'react-router'
import type { Organization } from '#contract/organizations/organizations.ts'
import { ChecklistCard } from '#web/parts/checklist-card.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EditOrganization } from './edit-organization.tsx'

/** What a new organization still needs (docs/product.md, "Organizations"). */
export function OrganizationChecklist({ organization }: { organization: Organization }) {
  const { isInviteShared, hasAdministrator, employeeCount, eligibleHeadcount } = organization
  const { monthlyPricePerEmployee, pricePerSession } = organization
  const hasPrice = monthlyPricePerEmployee > 0 || pricePerSession > 0
  return (
    <ChecklistCard
      title="Still to do"
      items={[
        { label: 'Share the onboarding link', isDone: isInviteShared },
        {
          label: 'Set the eligible headcount and a price',
          isDone: eligibleHeadcount > 0 && hasPrice,
          action: <EditOrganization organization={organization} />,
        },
        {
          label: 'Give someone the role Organization',
          isDone: hasAdministrator,
          action: (
            <Button asChild variant="secondary" size="sm">
              <Link to={paths.users}>Go to Users</Link>
            </Button>
          ),
        },
        { label: 'The first employee registers', isDone: employeeCount > 0 },
      ]}
    />
  )
}
