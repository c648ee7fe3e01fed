import { Pencil } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '#web/ui/button.tsx'
import { OrganizationDialog } from './organization-dialog.tsx'

type EditOrganizationProps = {
  organization: Organization
  variant?: ComponentProps<typeof Button>['variant']
}

/** The button and its dialog. */
export function EditOrganization({ organization, variant = 'secondary' }: EditOrganizationProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size="sm" icon={Pencil} onClick={() => setOpen(true)}>
        Edit<span className="sr-only"> {organization.name}</span>
      </Button>
      <OrganizationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        organization={organization}
      />
    </>
  )
}
