import { createRef, type FocusEvent, useRef } from 'react'

type Place = {
  element: Element | null
  /** Of the dialog that contains it or is replaced by this one. */
  outer: Place | null
}
const last = createRef<Place>()

/**
 * Returns the focus to where it was when the dialog opened, which Radix does only for its own triggers. A menu item
 * returns it to the menu's button. If that element is gone, the place of the dialog before gets it, or the page.
 */
export function useFocusReturn() {
  const before = useRef<Place>(null)
  const next = useRef<EventTarget>(null)
  return {
    // Radix focuses the whole dialog when something in it, such as a tooltip, is removed while Tab moves the focus on.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      next.current = relatedTarget
      setTimeout(() => (next.current = null))
    },
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (target !== currentTarget || !(next.current instanceof HTMLElement)) return
      // Outside, such as in a toast, Radix would take the focus back again and again.
      if (currentTarget.contains(next.current)) next.current.focus()
    },
    onOpenAutoFocus: () => {
      const focused = document.activeElement
      const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
      const element = button ? document.getElementById(button) : focused
      const isOnPage = element !== document.body && !element?.closest('[role$="dialog"]')
      last.current = before.current = { element, outer: isOnPage ? null : last.current }
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      let place = before.current
      while (place && (place.element === document.body || !place.element?.isConnected))
        place = place.outer
      // Something else may have placed the focus already.
      const isLost = document.activeElement === document.body
      const to = place?.element ?? (isLost && document.getElementById('main'))
      if (to instanceof HTMLElement) to.focus()
    },
  }
}
