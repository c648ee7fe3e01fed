import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { keepOpenForPopup } from './use-popup.ts'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }
const heights = { low: 'max-h-[80vh]', usual: 'max-h-[90vh]' }

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the primary one last; they stay in view while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof widths
  height?: keyof typeof heights
  /** For what cannot be shown again. */
  ignoresClickOutside?: boolean
}

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  height = 'usual',
  ignoresClickOutside = false,
}: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay {...overlayProps()} />
        <Radix.Content
          {...focusReturn}
          // Without other controls Radix would focus the close button, whose tooltip takes the first Escape.
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            const { currentTarget } = event
            if (!(currentTarget instanceof HTMLElement) || hasControls(currentTarget)) return
            event.preventDefault()
            currentTarget.focus()
          }}
          onInteractOutside={ignoresClickOutside ? preventDefault : keepOpenForPopup}
          className={classNames(dialogPanelClasses, widths[size], heights[height])}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <div className="px-6 pt-5 pr-14 pb-4">
            <Radix.Title className="text-lg break-words">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1 break-words text-muted">
                {description}
              </Radix.Description>
            )}
          </div>
          {children && (
            <ScrollArea className="relative min-h-0 overflow-y-auto px-6 pt-1 pb-6 focus-visible:-outline-offset-2">
              {children}
            </ScrollArea>
          )}
          {footer && <DialogFooter>{footer}</DialogFooter>}
          <Radix.Close asChild>
            <IconButton label="Close" icon={X} size="sm" className="absolute top-4 right-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const hasControls = (dialog: HTMLElement) =>
  dialog.querySelectorAll('a[href], :is(button, input, select, textarea):enabled').length > 1

function preventDefault(event: Event | MouseEvent) {
  event.preventDefault()
}

/**
 * A click on the overlay keeps the focus in the dialog, which may stay open. Dialogs stand above what stands above drawers, such as
 * a running recording.
 */
export const overlayProps = (layer: 'z-30' | 'z-40' = 'z-40') => ({
  className: `fixed inset-0 ${layer} bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in`,
  onMouseDown: preventDefault,
})
export const dialogPanelClasses =
  'fixed top-1/2 left-1/2 z-40 flex w-[calc(100vw-2rem)] [transform:translate(-50%,-50%)] flex-col rounded-md bg-surface text-ink shadow-float outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in'

/** Toasts do not cover it (`toast-area.tsx`). */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div
    data-footer
    className="flex flex-wrap justify-end gap-2 rounded-b-md border-t border-line bg-surface px-6 py-4"
  >
    {children}
  </div>
)
