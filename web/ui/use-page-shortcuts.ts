import { type RefObject, useEffect, useRef } from 'react'

/** Hears keys wherever the focus is, as long as the place is there, nothing lies over it, and nobody else has used them. */
export function usePageShortcuts(
  place: RefObject<Element | null>,
  onKey: (event: KeyboardEvent) => void,
) {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isHeard = place.current && !isBehindDialog(place.current) && !event.defaultPrevented
      if (isHeard) latest.current(event)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [place])
}

const isBehindDialog = (element: Element) =>
  element.closest('[aria-hidden="true"], [inert]') !== null

/** Whether a key pressed there is a sign of a text, or chooses in a list that is open. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=menu], [role=listbox]') !== null)
