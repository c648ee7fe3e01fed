import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, useId, type ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, 'children'> & {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  hint?: ReactNode
}

export function Switch({ label, hint, ...control }: SwitchProps) {
  const fallback = useId()
  const id = control.id ?? fallback
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className="flex items-start gap-3">
      <Radix.Root
        {...control}
        id={id}
        aria-describedby={hintId}
        className="relative mt-px h-5 w-9 shrink-0 rounded-full border border-outline bg-sunken transition-colors before:absolute before:-inset-2 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-brand data-[state=checked]:bg-brand"
      >
        <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-outline transition-transform data-[state=checked]:translate-x-[1.125rem] data-[state=checked]:bg-on-brand" />
      </Radix.Root>
      <div>
        <label htmlFor={id} className="block text-sm leading-5">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
