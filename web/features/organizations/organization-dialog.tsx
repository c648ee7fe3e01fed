import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { ApiError } from '#web/lib/api.ts'
import { type Country, countriesQuery } from '#web/lib/countries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type OrganizationFields, OrganizationForm } from './organization-form.tsx'
import { useSaveOrganization } from './use-save-organization.ts'

type OrganizationDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** The one to edit; without it the dialog adds one. */
  organization?: Organization
}

/** Add Organization or Edit Organization. It closes when the server has said yes, so a refusal loses nothing. */
export function OrganizationDialog({ isOpen, onClose, organization }: OrganizationDialogProps) {
  const formId = useId()
  const countries = useQuery(countriesQuery)
  const save = useSaveOrganization(organization, onClose)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={organization ? 'Edit Organization' : 'Add Organization'}
      description={
        organization
          ? `What is kept about ${organization.name}.`
          : 'Its employees register with an onboarding link of its own.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            isPending={save.isPending}
            pendingLabel={organization ? 'Saving...' : 'Creating...'}
          >
            {organization ? 'Save changes' : 'Create Organization'}
          </Button>
        </>
      }
    >
      {countries.isPending ? (
        <Spinner label="Loading the countries" />
      ) : (
        <OrganizationForm
          id={formId}
          initial={organization ?? blank(countries.data ?? [])}
          countries={countries.data ?? []}
          refused={save.error instanceof ApiError ? save.error.fields : {}}
          onSubmit={save.mutate}
        />
      )}
    </Dialog>
  )
}

/** "Country default on create is the first country in the list" (specification part 1, section 5). */
const blank = (countries: readonly Country[]): OrganizationFields => ({
  name: '',
  description: '',
  country: countries[0]?.name ?? null,
  city: '',
  eligibleHeadcount: 0,
  monthlyPricePerEmployee: 0,
  pricePerSession: 0,
  currency: 'DKK',
})
