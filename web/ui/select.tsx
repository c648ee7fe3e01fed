import { useSelect } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses } from './input.tsx'
import { OptionPopup, OptionRow, scrollToOption } from './option-list.tsx'
import { usePopupContainer } from './use-popup.ts'

export type SelectOption = { value: string; label: string; isDisabled?: boolean }

type SelectProps = Omit<
  ComponentProps<'button'>,
  'value' | 'onChange' | 'onClick' | 'onKeyDown' | 'onKeyUp' | 'children' | 'role' | 'type' | 'name'
> & {
  value: string | undefined
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
}

/** Inside a Field, or with an `aria-label`, or with a label whose id is its own plus "-label". */
export function Select({
  value,
  onValueChange,
  options,
  placeholder = 'Select',
  className,
  id,
  ...attributes
}: SelectProps) {
  // Radix types the button as a div.
  const trigger = useRef<HTMLDivElement>(null)
  const { container, findContainer } = usePopupContainer(trigger)
  const ownId = useId()
  const chosen = options.find((option) => option.value === value)
  const select = useSelect<SelectOption>({
    items: [...options],
    selectedItem: chosen ?? null,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    isItemDisabled: (option) => option.isDisabled ?? false,
    id: id ?? ownId,
    toggleButtonId: id ?? ownId,
    scrollIntoView: scrollToOption,
    onIsOpenChange: ({ isOpen }) => findContainer(isOpen),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onValueChange(selectedItem.value)
    },
  })
  return (
    <Popover.Root open={select.isOpen} onOpenChange={select.closeMenu}>
      <Popover.Anchor asChild ref={trigger}>
        <button
          type="button"
          {...select.getToggleButtonProps(attributes)}
          // Firefox clicks a button when the space bar is released.
          onKeyUp={(event) => {
            if (event.key === ' ') event.preventDefault()
          }}
          className={classNames(
            controlClasses,
            'flex h-10 items-center justify-between gap-2 px-3 text-left',
            !chosen && 'text-muted',
            className,
          )}
        >
          <span className="truncate">{chosen?.label ?? placeholder}</span>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
        </button>
      </Popover.Anchor>
      <OptionPopup
        {...select.getMenuProps(
          { 'aria-label': attributes['aria-label'] },
          { suppressRefError: true },
        )}
        anchor={trigger}
        container={container}
        className="max-w-[max(16rem,var(--radix-popover-trigger-width))] min-w-(--radix-popover-trigger-width)"
      >
        {options.map((option, index) => (
          <OptionRow
            key={option.value}
            {...select.getItemProps({ item: option, index })}
            isActive={index === select.highlightedIndex}
          >
            {option.label}
          </OptionRow>
        ))}
      </OptionPopup>
    </Popover.Root>
  )
}
