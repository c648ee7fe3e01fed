import { useRef } from 'react'

/**
 * Gives the focus back to where it was when a dialog opened. Radix does so only for a trigger of its own, and the
 * dialogs here are opened by state. When a menu's item opened it, the menu's button gets the focus.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement
      const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
      before.current = button ? document.getElementById(button) : focused
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus()
    },
  }
}
