import { type RefObject, useRef, useState } from 'react'

/** The dialog around the trigger or the main landmark, so that everything is in a landmark (axe "region"). */
export function usePopupContainer(anchor: RefObject<HTMLElement | null>) {
  const [container, setContainer] = useState<Element | null>(null)
  const findContainer = (isOpen: boolean) => {
    const dialog = anchor.current?.closest('[role="dialog"], [role="alertdialog"]')
    if (isOpen) setContainer(dialog ?? document.querySelector('main'))
  }
  return { container, findContainer }
}

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

/** For dialogs: a click outside an open list, menu or popover closes only that. */
export function keepOpenForPopup(outside: Event) {
  if (document.querySelector('[role="listbox"], [role="menu"], [data-popup]'))
    outside.preventDefault()
}

export const popupClasses =
  'relative z-50 overflow-y-auto rounded-md border border-outline bg-surface text-ink shadow-float outline-none data-[state=open]:animate-rise-in'
