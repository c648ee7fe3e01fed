import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { overlayProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { keepOpenForPopup } from './use-popup.ts'

const sides = {
  left: {
    sheet:
      'left-0 w-72 max-w-[85vw] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
    cross: 'top-5',
  },
  right: {
    sheet:
      'right-0 flex w-full max-w-full flex-col data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
    cross: 'top-4',
  },
}

type SheetProps = {
  isOpen: boolean
  onClose: () => void
  side: keyof typeof sides
  /** Its accessible name, without a Title in it. */
  label?: string
  /** It contains a Description. */
  isDescribed?: boolean
  /** Something must not be interrupted: neither Escape, a click outside nor the close button closes it. */
  isLocked?: boolean
  className?: string
  children: ReactNode
}

/** Slides over the page from the side. */
export function Sheet({
  isOpen,
  onClose,
  side,
  label,
  isDescribed = false,
  isLocked = false,
  className,
  children,
}: SheetProps) {
  const focusReturn = useFocusReturn()
  const keepOpen = (event: Event) => {
    if (isLocked) event.preventDefault()
  }
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={() => {
        if (!isLocked) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay {...overlayProps('z-30')} />
        <Radix.Content
          {...focusReturn}
          // Radix would focus the first button: one that logs out, or one whose tooltip takes the first Escape.
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onEscapeKeyDown={(event) => {
            keepOpen(event)
            // The first Escape clears a search, which hears of it later.
            if (isSearchInUse(event.target)) event.preventDefault()
            // An editor inside handles Escape first.
            if (event.target instanceof Element && event.target.closest('[data-own-escape]'))
              event.preventDefault()
          }}
          onInteractOutside={isLocked ? keepOpen : keepOpenForPopup}
          className={classNames(
            'fixed inset-y-0 z-30 bg-surface text-ink shadow-float outline-none',
            sides[side].sheet,
            className,
          )}
          {...(!isDescribed && { 'aria-describedby': undefined })}
        >
          {label && <Radix.Title className="sr-only">{label}</Radix.Title>}
          {children}
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={X}
              size="sm"
              disabled={isLocked}
              className={classNames('absolute right-4', sides[side].cross)}
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const isSearchInUse = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
