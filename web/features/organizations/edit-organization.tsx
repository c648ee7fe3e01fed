import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import {
  getOrganization,
  type Organization,
  organizationForm,
  updateOrganization,
} from '#contract/organizations/organizations.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { countriesQuery } from '#web/lib/countries.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { toBody, toFields, OrganizationFields } from './organization-fields.tsx'

type EditOrganizationProps = {
  organization: Organization
  variant?: ComponentProps<typeof Button>['variant']
}

/** The button and its dialog; its texts are fixed (docs/product.md, "Organizations"). */
export function EditOrganization({ organization, variant = 'secondary' }: EditOrganizationProps) {
  const { id, name, version } = organization
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const countries = useQuery(countriesQuery).data ?? []
  const query = queryFor(getOrganization, { params: { id } })
  return (
    <>
      <Button variant={variant} size="sm" icon={Pencil} onClick={() => setOpen(true)}>
        Edit<span className="sr-only"> {name}</span>
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Edit Organization"

        schema={organizationForm}
        defaults={toFields(organization)}
        version={version}
        reloadRow={async () => {
          const now = await refetchQuery(queries, query)
          return { fields: toFields(now), version: now.version }
        }}
        draftKey={`organization ${id}`}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        mutationFn={({ fields, version: known }, call) =>
          call(updateOrganization, { params: { id }, body: { ...toBody(fields), version: known } })
        }
        successToast={() => ({
          title: 'Organization updated',
          description: 'The organization has been successfully updated.',
        })}
        errorToast="Failed to update organization"
        onSuccess={(saved) => queries.setQueryData(query.queryKey, saved)}
      >
        <OrganizationFields countries={countries} />
      </FormDialog>
    </>
  )
}
