import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createOrganization, organizationForm } from '#contract/organizations/organizations.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { countriesQuery } from '#web/lib/countries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { toBody, newOrganization, OrganizationFields } from './organization-fields.tsx'

/** The button and its dialog; its texts are fixed (docs/product.md, "Organizations"). */
export function AddOrganization() {
  const [isOpen, setOpen] = useState(false)
  const countries = useQuery(countriesQuery)
  const navigate = useNavigate()
  return (
    <>
      <Button icon={Plus} onClick={() => setOpen(true)}>
        Add Organization
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add Organization"
        description="Employees register with the organization's own onboarding link."
        schema={organizationForm}
        // The form also works without the list of countries.
        defaults={countries.isPending ? undefined : newOrganization(countries.data ?? [])}
        draftKey="new organization"
        submitLabel="Create Organization"
        pendingLabel="Creating..."
        mutationFn={({ fields }, call) => call(createOrganization, { body: toBody(fields) })}
        successToast={() => ({
          title: 'Organization created',
          description: 'The organization has been successfully added.',
        })}
        errorToast="Failed to create organization"
        // There is its onboarding link.
        onSuccess={({ id }) => void navigate(paths.organization(id))}
      >
        <OrganizationFields countries={countries.data ?? []} />
      </FormDialog>
    </>
  )
}
