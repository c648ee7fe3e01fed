import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { getOrganization, listOrganizations } from '#contract/organizations.ts'
import { ComboboxField } from '#web/form/combobox-field.tsx'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'

/** The form field `organizationId`. */
export function OrganizationField(field: { isRequired?: boolean; hint?: string }) {
  const value: unknown = useWatch({ name: 'organizationId' })
  const id = typeof value === 'string' ? value : ''
  const found = useOptionSearch(listOrganizations, (it) => ({ value: it.id, label: it.name }))
  const offered = (of: string) => found.options.find((it) => it.value === of)?.label
  // The name of the current organization, which may not be among the search results.
  const chosen = useQuery({ ...queryFor(getOrganization, { params: { id } }), enabled: id !== '' })
  return (
    <ComboboxField
      name="organizationId"
      label="Organization"
      {...field}
      placeholder="Select an organization"
      found={found}
      nameOf={(of) => (of === id ? chosen.data?.name : undefined) ?? offered(of)}
    />
  )
}
