import { type RefObject, useEffect, useRef } from 'react'

/** Handles keys wherever the focus is, unless a dialog covers the element or the key was already handled. */
export function usePageShortcuts(
  place: RefObject<Element | null>,
  onKey: (event: KeyboardEvent) => void,
) {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isHandled = place.current && !isBehindDialog(place.current) && !event.defaultPrevented
      if (isHandled) latest.current(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [place])
}

const isBehindDialog = (element: Element) =>
  element.closest('[aria-hidden="true"], [inert]') !== null

/** Whether a key there types text or chooses in an open list. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=menu], [role=listbox]') !== null)
