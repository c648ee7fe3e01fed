import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { popupClasses, usePopup } from './use-popup.ts'

type PopoverProps = {
  trigger: ReactNode
  label: string
  side?: 'top' | 'bottom'
  children: ReactNode
}

export function Popover({ trigger, label, side = 'bottom', children }: PopoverProps) {
  const { anchor, container, open, onOpenChange } = usePopup()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={anchor}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content aria-label={label} align="start" side={side} {...contentProps}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type AnchoredPopoverProps = {
  anchor: Element
  /** Also its heading. */
  label: string
  onClose: () => void
  children: ReactNode
}

/** An open popover beside an element. */
export function AnchoredPopover({ anchor, label, onClose, children }: AnchoredPopoverProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={{ current: anchor }} />
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content aria-label={label} {...useFocusReturn()} {...contentProps}>
          <p className="mb-2 font-semibold">{label}</p>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const contentProps = {
  'data-popup': '',
  sideOffset: 4,
  collisionPadding: 8,
  className: classNames(
    popupClasses,
    'max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] p-4',
  ),
}
