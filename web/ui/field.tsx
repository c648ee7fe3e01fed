import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  isRequired?: boolean
  className?: string
  /** Renders the control with these attributes. */
  children: (control: FieldControl) => ReactNode
}

/** A label above the control, and a hint or error below, which describes it. */
export function Field({ label, error, hint, isRequired, className, children }: FieldProps) {
  const id = useId()
  const note = error || hint ? `${id}-note` : undefined
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label id={`${id}-label`} htmlFor={id} className="text-sm font-semibold">
        {label}
        {isRequired && (
          <span aria-hidden className="text-red-ink">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': note,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      {error ? (
        <FieldError id={note}>{error}</FieldError>
      ) : (
        hint && (
          <p id={note} className="text-xs text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export const FieldError = ({ id, children }: { id: string | undefined; children: string }) => (
  <p id={id} role="alert" className="flex gap-1.5 text-xs text-red-ink">
    <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
    {children}
  </p>
)
