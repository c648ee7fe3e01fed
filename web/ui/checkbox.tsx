import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useId } from 'react'
import { classNames } from './class-names.ts'
import { ControlLabel } from './control-label.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'ref'> & {
  ref?: (box: HTMLInputElement | null) => void
  label: ReactNode
  checked: boolean | 'indeterminate'
  onCheckedChange: (checked: boolean) => void
  hint?: ReactNode
  /** For a row's own box, where the row says the rest. */
  isLabelHidden?: boolean
}

/** Yes, no, or (for a group) some. */
export function Checkbox({
  label,
  checked,
  onCheckedChange,
  hint,
  isLabelHidden = false,
  className,
  ref,
  ...box
}: CheckboxProps) {
  const fallback = useId()
  const id = box.id ?? fallback
  const hintId = hint ? `${id}-hint` : undefined
  const isMixed = checked === 'indeterminate'
  // Only a property says so, no attribute.
  const asMixed = useCallback(
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
          ref={asMixed}
          type="checkbox"
          id={id}
          checked={checked === true}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          aria-describedby={hintId}
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
      <ControlLabel id={id} label={label} hint={hint} hintId={hintId} isHidden={isLabelHidden} />
    </div>
  )
}
