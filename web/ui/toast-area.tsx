import { DismissableLayer } from 'radix-ui/internal'
import { useRef, useState, type RefObject, useLayoutEffect } from 'react'
import { ToastCard, type ToastMessage } from './toast-card.tsx'
import { useFocusLayer } from './use-focus-layer.tsx'

type ToastAreaProps = { toast: (ToastMessage & { key: number }) | undefined; onClose: () => void }

/** A Radix toast would take the Escape that is meant for the open dialog or menu. F8 leads here and back. */
export function ToastArea({ toast, onClose }: ToastAreaProps) {
  const list = useRef<HTMLOListElement>(null)
  const room = useFooterClearance(list, toast?.key)
  const { areaProps, hasFocus, leave, layer } = useFocusLayer({
    shortcut: 'F8',
    focusFirst: () => list.current?.focus(),
    onEscape: () => close(),
  })
  function close() {
    leave()
    onClose()
  }
  return (
    <DismissableLayer.Branch asChild {...areaProps}>
      <section aria-label="Notifications (F8)">
        <ol
          ref={list}
          tabIndex={-1}
          // From 1024 px on it lies on the header, left of its buttons.
          style={{ bottom: `max(${room}px, var(--page-end, 0px))` }}
          // Failures are announced at once.
          aria-live={toast?.tone === 'destructive' ? 'assertive' : 'polite'}
          className="pointer-events-none fixed inset-x-0 z-50 mx-auto w-96 max-w-full list-none rounded-md p-4 -outline-offset-4 lg:top-px lg:right-[max(50%-13rem,21rem)] lg:bottom-auto! lg:left-auto lg:p-0 print:hidden"
        >
          {toast && <ToastCard key={toast.key} toast={toast} isPaused={hasFocus} onClose={close} />}
        </ol>
        {layer}
      </section>
    </DismissableLayer.Branch>
  )
}

/**
 * Pixels by which a toast moves up so that it does not cover the buttons of the open dialog. `shown`: the key of the toast.
 */
function useFooterClearance(area: RefObject<HTMLElement | null>, shown: number | undefined) {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (shown === undefined) return undefined
    const measure = () => setRoom(roomFor(footerOfOpenDialog(), area.current))
    measure()
    // Dialogs open and close at the end of the body.
    const dialogs = new MutationObserver(measure)
    dialogs.observe(document.body, { childList: true })
    window.addEventListener('resize', measure)
    return () => {
      dialogs.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [area, shown])
  return room
}

const footerOfOpenDialog = () =>
  [...document.querySelectorAll('[data-state="open"] > [data-footer]')].at(-1)

function roomFor(footer: Element | undefined, area: HTMLElement | null) {
  if (!footer || !area) return 0
  const { top, left, right, bottom } = footer.getBoundingClientRect()
  const own = area.getBoundingClientRect()
  const isCovered = right > own.left && left < own.right && bottom > innerHeight - area.offsetHeight
  return isCovered ? innerHeight - top : 0
}
