import { useQuery } from '@tanstack/react-query'
import { useWatch, useController } from 'react-hook-form'
import { getOrganization, listOrganizations } from '#contract/organizations/organizations.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { Combobox, type OptionSearch } from '#web/ui/combobox.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { FormField, type FormFieldProps } from '#web/form/fields.tsx'

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

type ComboboxFieldProps = FormFieldProps & {
  label: string
  found: OptionSearch
  /** The label of a value, once it has loaded. */
  nameOf: (value: string) => string | undefined
  placeholder?: string
}

/** The value is an id, or null for none. */
function ComboboxField({ name, label, found, nameOf, placeholder, ...field }: ComboboxFieldProps) {
  const { ref, value, onChange } = useController({ name }).field
  const findOption = (id: unknown): SelectOption | undefined =>
    typeof id === 'string' ? { value: id, label: nameOf(id) ?? 'Loading...' } : undefined
  return (
    <FormField {...{ name, label, ...field }} show={(id) => findOption(id)?.label ?? 'nothing'}>
      {(control) => (
        <Combobox
          {...control}
          ref={ref}
          things={label}
          chosen={findOption(value)}
          onChoose={(option) => onChange(option?.value ?? null)}
          found={found}
          {...(placeholder && { placeholder })}
        />
      )}
    </FormField>
  )
}
