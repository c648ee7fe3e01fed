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
  /** Room for one line of hint or error from the start, and the error in place of the hint: nothing below it moves. */
  keepsLine?: boolean
  className?: string
  /** Renders the control; spread what it is given over an Input, Textarea or Select. */
  children: (control: FieldControl) => ReactNode
}

/** A label above, the control, then a hint and the error, both read out with the control. */
export function Field({
  label,
  error,
  hint: always,
  isRequired,
  keepsLine = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const hint = keepsLine && error ? undefined : always
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
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
        'aria-describedby': classNames(hintId, errorId) || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {keepsLine && !hint && !error && <div aria-hidden className="h-4.5" />}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** What is wrong with a field, said as soon as it is known. */
export const FieldError = ({ id, children }: { id: string | undefined; children: string }) => (
  <p id={id} role="alert" className="flex gap-1.5 text-xs text-red-ink">
    <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
    {children}
  </p>
)
