import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useId } from 'react'
import { classNames } from './class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'ref'> & {
  ref?: (box: HTMLInputElement | null) => void
  label: ReactNode
  checked: boolean | 'indeterminate'
  onCheckedChange: (checked: boolean) => void
  /** For the checkbox of a table row. */
  isLabelHidden?: boolean
}

export function Checkbox({
  label,
  checked,
  onCheckedChange,
  isLabelHidden = false,
  className,
  ref,
  ...box
}: CheckboxProps) {
  const fallback = useId()
  const id = box.id ?? fallback
  const isMixed = checked === 'indeterminate'
  // `indeterminate` is a property without an attribute.
  const setIndeterminate = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = isMixed
      ref?.(input)
    },
    [isMixed, ref],
  )
  const Mark = isMixed ? Minus : Check
  return (
    <div className={classNames('flex items-start gap-2', className)}>
      <span className="relative flex size-5 shrink-0 items-center justify-center">
        <input
          {...box}
          ref={setIndeterminate}
          type="checkbox"
          id={id}
          checked={checked === true}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className={classNames(
            'relative size-5 appearance-none rounded-md border transition-colors before:absolute before:-inset-2 disabled:cursor-not-allowed disabled:opacity-55',
            checked ? 'border-brand bg-brand' : 'border-outline bg-surface',
          )}
        />
        {checked && (
          <Mark
            aria-hidden
            size={14}
            strokeWidth={3}
            className="pointer-events-none absolute text-on-brand"
          />
        )}
      </span>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm leading-5'}>
        {label}
      </label>
    </div>
  )
}
