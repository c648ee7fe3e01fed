import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ComponentProps, useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ControlLabel } from './control-label.tsx'

type CheckboxProps = Omit<
  ComponentProps<typeof Radix.Root>,
  'checked' | 'onCheckedChange' | 'children'
> & {
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
  ...box
}: CheckboxProps) {
  const fallback = useId()
  const id = box.id ?? fallback
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className={classNames('flex items-start gap-2', className)}>
      <Radix.Root
        {...box}
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        aria-describedby={hintId}
        className="relative flex size-5 shrink-0 items-center justify-center rounded-md border border-outline bg-surface text-on-brand transition-colors before:absolute before:-inset-2 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=indeterminate]:border-brand data-[state=indeterminate]:bg-brand"
      >
        <Radix.Indicator>
          {checked === 'indeterminate' ? (
            <Minus aria-hidden size={14} strokeWidth={3} />
          ) : (
            <Check aria-hidden size={14} strokeWidth={3} />
          )}
        </Radix.Indicator>
      </Radix.Root>
      <ControlLabel id={id} label={label} hint={hint} hintId={hintId} isHidden={isLabelHidden} />
    </div>
  )
}
