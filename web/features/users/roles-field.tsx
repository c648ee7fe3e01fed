import { useId } from 'react'
import { useController } from 'react-hook-form'
import { isSystemAdmin, type Role, role, roleLabel } from '#contract/roles.ts'
import { Theirs } from '#web/form/theirs.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'

type RoleChoiceProps = {
  actor: { roles: readonly Role[] }
  /** Nobody changes the own roles. */
  isOwn: boolean
}

/** The field `roles`: which somebody holds. "Nobody grants a role above their own" (product decisions, section 3). */
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
            // Takes the focus when it is the first wrong field.
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
          You cannot change your own roles. Please ask another administrator.
        </p>
      )}
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
      <Theirs
        name="roles"
        show={(roles) => (roles as Role[]).map((it) => roleLabel[it]).join(', ')}
      />
    </fieldset>
  )
}
