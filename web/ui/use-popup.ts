import { type RefObject, useRef, useState } from 'react'

/**
 * Where a popup belongs in the page: the dialog around its trigger, or else the main landmark, so that everything one
 * can read lies in a landmark (axe "region").
 */
export function usePopupContainer(anchor: RefObject<HTMLElement | null>) {
  const [container, setContainer] = useState<Element | null>(null)
  const findContainer = (isOpen: boolean) => {
    const dialog = anchor.current?.closest('[role="dialog"], [role="alertdialog"]')
    if (isOpen) setContainer(dialog ?? document.querySelector('main'))
  }
  return { container, findContainer }
}

/** The open state of a popup, and the place where it belongs. */
export function usePopup() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { container, findContainer } = usePopupContainer(anchor)
  const onOpenChange = (isOpen: boolean) => {
    findContainer(isOpen)
    setOpen(isOpen)
  }
  return { anchor, container, open, onOpenChange }
}

/** For a dialog: a press beside an open list, menu or popover closes that alone, and nothing typed is lost. */
export function keepOpenForPopup(outside: Event) {
  if (document.querySelector('[role="listbox"], [role="menu"], [data-popup]'))
    outside.preventDefault()
}

/** How what opens above a control looks: a list of options, a popover. */
export const popupClasses =
  'relative z-50 overflow-y-auto rounded-md border border-outline bg-surface text-ink shadow-float outline-none data-[state=open]:animate-rise-in'
