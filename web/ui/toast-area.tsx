import { DismissableLayer, FocusScope, Presence } from 'radix-ui/internal'
import { useEffect, useRef, useState } from 'react'
import { type ShownToast, ToastCard } from './toast-card.tsx'
import { useFooterClearance } from './use-footer-clearance.ts'

type ToastAreaProps = { toast: ShownToast | undefined; onClose: () => void }

/**
 * Where messages appear: at the bottom in the middle, as the buttons of rows stand at the right, also for listeners while a dialog is open. A toast of Radix is the topmost layer as long as it
 * is shown, and takes the Escape that was meant for the dialog or menu in use. This area is a layer only while it has
 * the focus: then Escape closes the message, no dialog calls the focus back, and it returns to where it was.
 */
export function ToastArea({ toast, onClose }: ToastAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const before = useRef<Element | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const room = useFooterClearance(list, toast?.isOpen ? toast.key : undefined)
  const isInside = (node: Element | null) => area.current?.contains(node) ?? false

  useEffect(() => {
    const visit = ({ key }: KeyboardEvent) => {
      if (key !== 'F8') return
      if (area.current?.contains(document.activeElement)) return list.current?.focus()
      before.current = document.activeElement
      setFocus(true)
    }
    document.addEventListener('keydown', visit)
    return () => document.removeEventListener('keydown', visit)
  }, [])

  const goBack = () => {
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const close = () => {
    onClose()
    if (!isInside(document.activeElement)) return
    setFocus(false)
    goBack()
  }
  return (
    <DismissableLayer.Branch
      asChild
      ref={area}
      onFocus={({ relatedTarget }) => {
        if (!hasFocus) before.current = relatedTarget
        setFocus(true)
      }}
      onBlur={({ relatedTarget }) => {
        // The second: the window lost the focus, and the area has it again with the window.
        if (!isInside(relatedTarget) && !isInside(document.activeElement)) setFocus(false)
      }}
    >
      <section aria-label="Notifications (F8)">
        <ol
          ref={list}
          tabIndex={-1}
          style={{ bottom: room }}
          // A failure is announced at once, anything else when the reader pauses.
          aria-live={toast?.tone === 'destructive' ? 'assertive' : 'polite'}
          className="pointer-events-none fixed inset-x-0 z-50 mx-auto w-96 max-w-full list-none rounded-md p-4 -outline-offset-4 print:hidden"
        >
          {toast && (
            <Presence.Root present={toast.isOpen}>
              <ToastCard toast={toast} isHeld={hasFocus} onClose={close} />
            </Presence.Root>
          )}
        </ol>
        {hasFocus && (
          <FocusScope.Root
            asChild
            onMountAutoFocus={(event) => {
              event.preventDefault()
              if (!isInside(document.activeElement)) list.current?.focus()
            }}
            onUnmountAutoFocus={(event) => {
              event.preventDefault()
              // Tab must not lead behind an open dialog.
              if (document.activeElement?.closest('[aria-hidden="true"]')) goBack()
            }}
          >
            <DismissableLayer.Root
              onEscapeKeyDown={(event) => {
                event.preventDefault()
                close()
              }}
            />
          </FocusScope.Root>
        )}
      </section>
    </DismissableLayer.Branch>
  )
}
