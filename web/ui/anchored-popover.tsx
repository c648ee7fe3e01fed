import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { popupClasses } from './use-popup.ts'
import { useFocusReturn } from './use-focus-return.ts'

type AnchoredPopoverProps = {
  /** What it opens beside. */
  place: Element
  /** What it asks. */
  label: string
  onClose: () => void
  children: ReactNode
}

/** A question about something that was just done at a place of the page. The focus goes into it, and back with Escape. */
export function AnchoredPopover({ place, label, onClose, children }: AnchoredPopoverProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={{ current: place }} />
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content
          aria-label={label}
          data-popup=""
          sideOffset={4}
          collisionPadding={8}
          {...useFocusReturn()}
          className={classNames(
            popupClasses,
            'max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] p-4',
          )}
        >
          <p className="mb-2 font-semibold">{label}</p>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
