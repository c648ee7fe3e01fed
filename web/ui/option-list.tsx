import { Check } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import { popupClasses } from './use-popup.ts'

type OptionPopupProps = ComponentProps<typeof Popover.Content> & {
  anchor: RefObject<HTMLElement | null>
  container: Element | null
}

const prevent = (event: Event) => event.preventDefault()

/** The options below a select or combobox, which keeps the focus. */
export const OptionPopup = ({ anchor, container, className, ...attributes }: OptionPopupProps) => (
  <Popover.Portal container={container}>
    <Popover.Content
      {...attributes}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        const { currentTarget: popup } = event
        // It is laid out in the next frame.
        requestAnimationFrame(() => {
          if (popup instanceof Element)
            popup.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' })
        })
      }}
      onCloseAutoFocus={prevent}
      onInteractOutside={(event) => {
        if (event.target instanceof Node && anchor.current?.contains(event.target)) prevent(event)
      }}
      // Keeps the focus on the control.
      onMouseDown={(event) => event.preventDefault()}
      align="start"
      sideOffset={4}
      collisionPadding={8}
      hideWhenDetached
      className={classNames(
        popupClasses,
        'max-h-[min(20rem,var(--radix-popover-content-available-height))] p-1',
        className,
      )}
    />
  </Popover.Portal>
)

type OptionRowProps = ComponentProps<'div'> & {
  isActive: boolean
  /** An icon instead of the check mark of the chosen option. */
  mark?: ReactNode
  children: string
}

export const OptionRow = ({
  isActive,
  mark,
  children,
  'aria-selected': isChosen,
  ...attributes
}: OptionRowProps) => (
  <div
    {...attributes}
    aria-selected={isChosen}
    data-highlighted={isActive || undefined}
    className="flex min-h-9 cursor-default items-center gap-2 rounded-md py-1.5 pr-3 pl-2 text-sm select-none aria-disabled:text-muted aria-disabled:opacity-60 aria-selected:font-semibold data-highlighted:bg-sunken"
  >
    <span className="size-4 shrink-0">
      {mark ?? (isChosen && <Check aria-hidden size={16} className="text-brand" />)}
    </span>
    <span className="min-w-0 break-words">{children}</span>
  </div>
)

/** Downshift's own function scrolls only within the list element. */
export const scrollToOption = (option: HTMLElement | null) =>
  option?.scrollIntoView({ block: 'nearest' })
