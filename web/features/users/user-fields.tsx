import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { getOrganization, listOrganizations } from '#contract/organizations.ts'
import { isSystemAdmin, type Role, role, roleLabel } from '#contract/roles.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { ComboboxField } from '#web/form/combobox-field.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { queryFor } from '#web/lib/query.ts'

export const NameFields = () => (
  <>
    <FieldPair>
      <TextField name="firstName" label="First Name" isRequired />
      <TextField name="lastName" label="Last Name" isRequired />
    </FieldPair>
    <TextField name="email" type="email" label="Email" isRequired />
  </>
)

type RoleChoiceProps = {
  actor: { roles: readonly Role[] }
  /** Users cannot change their own roles. */
  isOwn: boolean
}

/** The form field `roles`. "Nobody grants a role above their own" (product decisions, section 3). */
export const RolesField = ({ actor, isOwn }: RoleChoiceProps) => (
  <ChoiceField
    name="roles"
    legend="Roles"
    options={role.options.map((value) => ({ value, label: roleLabel[value] }))}
    isDisabled={(it) => isOwn || (it === 'system_admin' && !isSystemAdmin(actor))}
    hint={isOwn ? "You can't change your own roles. Ask another administrator." : undefined}
  />
)

/** The form field `organizationId`. */
export function OrganizationField({ isRequired }: { isRequired: boolean }) {
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
      isRequired={isRequired}
      placeholder="Select an organization"
      found={found}
      nameOf={(of) => (of === id ? chosen.data?.name : undefined) ?? offered(of)}
    />
  )
}
