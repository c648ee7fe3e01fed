import { CircleAlert } from 'lucide-react'
import { type Ref, useId } from 'react'
import { isSystemAdmin, type Role, role, roleLabel } from '#contract/roles.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type RoleChoiceProps = {
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  error: string | undefined
  actor: { roles: readonly Role[] }
  /** Nobody changes the own roles. */
  isOwn: boolean
  /** Takes the focus when it is the first wrong field. */
  focusRef: Ref<HTMLButtonElement>
}

/** Which roles somebody holds. "Nobody grants a role above their own" (product decisions, section 3). */
export function RoleChoice({ value, onChange, error, actor, isOwn, focusRef }: RoleChoiceProps) {
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
            ref={it === 'maylab_admin' ? focusRef : undefined}
            label={roleLabel[it]}
            checked={value.includes(it)}
            disabled={isOwn || (it === 'system_admin' && !isSystemAdmin(actor))}
            onCheckedChange={(isHeld) =>
              onChange(isHeld ? [...value, it] : value.filter((other) => other !== it))
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
        <p id={errorId} role="alert" className="mt-2 flex gap-1.5 text-xs text-red-ink">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
