import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { popupClasses, usePopup } from './use-popup.ts'

type PopoverProps = {
  /** A Button or IconButton. */
  trigger: ReactNode
  /** What is in it, for those who listen. */
  label: string
  /** Where it opens when there is room on both sides. */
  side?: 'top' | 'bottom'
  children: ReactNode
}

/** More about one thing, with controls where it needs some. The focus goes into it, and back when Escape closes it. */
export function Popover({ trigger, label, side = 'bottom', children }: PopoverProps) {
  const { anchor, container, open, onOpenChange } = usePopup()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={anchor}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          aria-label={label}
          data-popup=""
          align="start"
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            popupClasses,
            'max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] p-4',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
