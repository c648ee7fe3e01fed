import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { getOrganization, listOrganizations } from '#contract/organizations.ts'
import { isSystemAdmin, type Role, role, roleLabel } from '#contract/roles.ts'
import { ComboboxField } from '#web/form/combobox-field.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { ConflictNotice } from '#web/form/conflict-notice.tsx'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { queryFor } from '#web/lib/query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'

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
export function RolesField({ actor, isOwn }: RoleChoiceProps) {
  const { field, fieldState } = useController({ name: 'roles' })
  const value = field.value as readonly Role[]
  const error = fieldState.error?.message
  const id = useId()
  const hintId = isOwn ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  return (
    <fieldset
      aria-describedby={`${hintId} ${errorId}`.trim() || undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-2 text-sm font-semibold">Roles</legend>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {role.options.map((it) => (
          <Checkbox
            key={it}
            // Gets the focus when it is the first invalid field.
            ref={it === 'maylab_admin' ? field.ref : undefined}
            label={roleLabel[it]}
            checked={value.includes(it)}
            disabled={isOwn || (it === 'system_admin' && !isSystemAdmin(actor))}
            onCheckedChange={(isHeld) =>
              field.onChange(
                role.options.filter((other) => (other === it ? isHeld : value.includes(other))),
              )
            }
          />
        ))}
      </div>
      {isOwn && (
        <p id={hintId} className="mt-2 text-xs text-muted">
          You can't change your own roles. Ask another administrator.
        </p>
      )}
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
      <ConflictNotice
        name="roles"
        show={(roles) => (roles as Role[]).map((it) => roleLabel[it]).join(', ')}
      />
    </fieldset>
  )
}

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
