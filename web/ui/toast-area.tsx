import { DismissableLayer, FocusScope } from 'radix-ui/internal'
import { useCallback, useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import { ToastCard, type ToastMessage } from './toast-card.tsx'

type ToastAreaProps = { toast: (ToastMessage & { key: number }) | undefined; onClose: () => void }

/**
 * A Radix toast would take the Escape that is meant for the open dialog or menu. This area is a layer only while it has the
 * focus: then Escape closes the toast, no dialog takes the focus back, and it returns to where it was.
 */
export function ToastArea({ toast, onClose }: ToastAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const before = useRef<Element | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const room = useFooterClearance(list, toast?.key)
  const isInside = (node: Element | null) => area.current?.contains(node) ?? false

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'F8') return
      if (area.current?.contains(document.activeElement)) return list.current?.focus()
      before.current = document.activeElement
      setFocus(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  // Stable, so that the card's timer continues.
  const close = useCallback(() => {
    const hadFocus = area.current?.contains(document.activeElement)
    onClose()
    if (!hadFocus) return
    setFocus(false)
    restoreFocus(before.current)
  }, [onClose])
  return (
    <DismissableLayer.Branch
      asChild
      ref={area}
      onFocus={({ relatedTarget }) => {
        if (!hasFocus) before.current = relatedTarget
        setFocus(true)
      }}
      onBlur={({ relatedTarget }) => {
        // The window may have lost the focus, and not the area.
        if (!isInside(relatedTarget) && !isInside(document.activeElement)) setFocus(false)
      }}
    >
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
              if (document.activeElement?.closest('[aria-hidden="true"]'))
                restoreFocus(before.current)
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

const restoreFocus = (element: Element | null) => {
  if (element instanceof HTMLElement) element.focus()
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
