import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './control-look.ts'

export type SelectOption = { value: string; label: string; isDisabled?: boolean }

type SelectProps = Omit<
  ComponentProps<typeof Radix.Trigger>,
  'value' | 'onChange' | 'children' | 'dir'
> & {
  value: string | undefined
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
}

// Radix keeps the empty value for itself, the screens need it for "All ...".
const inside = (value: string) => `=${value}`
const outside = (value: string) => value.slice(1)

/** One of several. Inside a Field, or named by `aria-label`. */
export function Select({
  value,
  onValueChange,
  options,
  placeholder = 'Select',
  disabled,
  className,
  name,
  ...trigger
}: SelectProps) {
  const isKnown = options.some((option) => option.value === value)
  return (
    <Radix.Root
      value={isKnown && value !== undefined ? inside(value) : ''}
      onValueChange={(chosen) => {
        if (chosen) onValueChange(outside(chosen))
      }}
      disabled={disabled}
      name={name}
    >
      <Radix.Trigger
        className={classNames(
          controlLook,
          'flex h-10 items-center justify-between gap-2 px-3 text-left data-placeholder:text-muted',
          className,
        )}
        {...trigger}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-line bg-surface text-ink shadow-float data-[state=open]:animate-rise-in"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={inside(option.value)}
                disabled={option.isDisabled}
                className="flex min-h-9 cursor-default items-center gap-2 rounded-md py-1.5 pr-3 pl-2 text-sm outline-none select-none data-disabled:text-muted data-disabled:opacity-60 data-highlighted:bg-sunken data-[state=checked]:font-semibold"
              >
                <span className="size-4 shrink-0">
                  <Radix.ItemIndicator>
                    <Check aria-hidden size={16} className="text-brand" />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
