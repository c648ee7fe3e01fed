import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useComposedRefs } from 'radix-ui/internal'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './input.tsx'
import { OptionPopup, OptionRow } from './option-list.tsx'
import type { SelectOption } from './select-option.ts'
import { useSelect } from './use-select.ts'

type SelectProps = Omit<
  ComponentProps<'button'>,
  'value' | 'onChange' | 'onClick' | 'onKeyDown' | 'onKeyUp' | 'children' | 'role' | 'type' | 'name'
> & {
  value: string | undefined
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
}

/** One of several. Inside a Field, or named by `aria-label`. */
export function Select({
  value,
  onValueChange,
  options,
  placeholder = 'Select',
  className,
  ref,
  id,
  ...attributes
}: SelectProps) {
  const { anchor, container, root, trigger, list, optionAt, chosen, active } = useSelect({
    id,
    label: attributes['aria-label'],
    value,
    onValueChange,
    options,
  })
  return (
    <Popover.Root {...root}>
      <Popover.Trigger
        {...attributes}
        {...trigger}
        ref={useComposedRefs(anchor, ref)}
        data-placeholder={chosen < 0 || undefined}
        className={classNames(
          controlLook,
          'flex h-10 items-center justify-between gap-2 px-3 text-left data-placeholder:text-muted',
          className,
        )}
      >
        <span className="truncate">{options[chosen]?.label ?? placeholder}</span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
      </Popover.Trigger>
      <OptionPopup
        {...list}
        container={container}
        className="max-w-[max(16rem,var(--radix-popover-trigger-width))] min-w-(--radix-popover-trigger-width)"
      >
        {options.map((option, index) => (
          <OptionRow key={option.value} {...optionAt(index)} isActive={index === active}>
            {option.label}
          </OptionRow>
        ))}
      </OptionPopup>
    </Popover.Root>
  )
}
