import { useRef } from 'react'

type Place = {
  element: Element | null
  /** Of the dialog in which that is, or whose place this one takes. */
  outer: Place | undefined
}
let last: Place | undefined

/**
 * Gives the focus back to where it was when a dialog opened. Radix does so only for a trigger of its own, and the
 * dialogs here are opened by state. When a menu's item opened it, the menu's button gets the focus. When a dialog opened
 * it that is gone by then, that dialog's own place does; where all of these are gone, the page.
 */
export function useFocusReturn() {
  const before = useRef<Place>(undefined)
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement
      const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
      const element = button ? document.getElementById(button) : focused
      const isOnPage = element !== document.body && !element?.closest('[role$="dialog"]')
      last = before.current = { element, outer: isOnPage ? undefined : last }
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      let place = before.current
      while (place && (place.element === document.body || !place.element?.isConnected))
        place = place.outer
      // What went with the dialog may have passed the focus on by itself.
      const isLost = document.activeElement === document.body
      const to = place?.element ?? (isLost && document.getElementById('main'))
      if (to instanceof HTMLElement) to.focus()
    },
  }
}
