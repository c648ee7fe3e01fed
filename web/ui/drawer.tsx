import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { overlayLook } from './dialog.tsx'
import { ScrollBody } from './scroll-body.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { spareForPopup } from './use-popup.ts'

const widths = { md: 'md:w-[32rem]', lg: 'md:w-[48rem]', xl: 'md:w-[64rem]' }

type DrawerProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Something runs that must not be interrupted: neither Escape, nor a click outside, nor the cross closes it. */
  isLocked?: boolean
  width?: keyof typeof widths
  children: ReactNode
}

/** A sheet from the right; the whole screen on phones. */
export function Drawer({
  isOpen,
  onOpenChange,
  title,
  description,
  isLocked = false,
  width = 'md',
  children,
}: DrawerProps) {
  const focusReturn = useFocusReturn()
  const keepOpen = (event: Event) => {
    if (isLocked) event.preventDefault()
  }
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (next || !isLocked) onOpenChange(next)
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content
          {...focusReturn}
          // The sheet itself: while its content loads the cross would be first, and its tooltip take the first Escape.
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={isLocked ? keepOpen : spareForPopup}
          className={classNames(
            'fixed inset-y-0 right-0 z-40 flex w-full max-w-full flex-col bg-surface text-ink shadow-float outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
            widths[width],
          )}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <div className="border-b border-line px-6 py-4 pr-14 max-md:px-4">
            <Radix.Title className="text-lg">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
            )}
          </div>
          <ScrollBody className="relative min-h-0 flex-1 overflow-y-auto px-6 py-5 focus-visible:-outline-offset-2 max-md:px-4">
            {children}
          </ScrollBody>
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={X}
              size="sm"
              disabled={isLocked}
              className="absolute top-4 right-4"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
