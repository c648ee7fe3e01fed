import { isSystemAdmin, type Role, role, roleLabel } from '#contract/roles.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'

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

/** The form field `roles`: nobody grants a role above their own (docs/product.md, "Roles"). */
export const RolesField = ({ actor, isOwn }: RoleChoiceProps) => (
  <ChoiceField
    name="roles"
    legend="Roles"
    options={role.options.map((value) => ({ value, label: roleLabel[value] }))}
    isDisabled={(it) => isOwn || (it === 'system_admin' && !isSystemAdmin(actor))}
    hint={isOwn ? "You can't change your own roles. Ask another administrator." : undefined}
  />
)
