import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { getOrganization, listOrganizations } from '#contract/organizations.ts'
import { ComboboxField } from '#web/form/combobox-field.tsx'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'

/** The field `organizationId`: which one somebody belongs to. */
export function OrganizationField({ isRequired }: { isRequired: boolean }) {
  const value: unknown = useWatch({ name: 'organizationId' })
  const id = typeof value === 'string' ? value : ''
  const found = useOptionSearch(listOrganizations, (it) => ({ value: it.id, label: it.name }))
  const offered = (of: string) => found.options.find((it) => it.value === of)?.label
  // The one that somebody has is called by its name before anyone looks for another.
  const chosen = useQuery({ ...queryFor(getOrganization, { params: { id } }), enabled: id !== '' })
  return (
    <ComboboxField
      name="organizationId"
      label="Organization"
      isRequired={isRequired}
      placeholder="Select an organization"
      found={found}
      nameOf={(of) => (of === id ? chosen.data?.name : undefined) ?? offered(of)}
    />
  )
}
