import { useId, useState } from 'react'
import type { SelectOption } from './select-option.ts'
import { usePopup } from './use-popup.ts'
import { useSelectKeys } from './use-select-keys.ts'

type SelectState = {
  id: string | undefined
  /** Without it the label of a Field is taken. */
  label: string | undefined
  value: string | undefined
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
}

const prevent = (event: { preventDefault: () => void }) => event.preventDefault()

/**
 * What a select is to those who listen (WAI-ARIA "select-only combobox"): the focus stays on the button, which names
 * the active option. The Select of Radix moves the focus into a list and hides the page around it from listeners, with
 * all that can have the focus there; that cannot be turned off, so the list is a popover here.
 */
export function useSelect({ id, label, value, onValueChange, options }: SelectState) {
  const { anchor, container, open, onOpenChange } = usePopup()
  const ownId = useId()
  const listId = `${ownId}-list`
  const optionId = (index: number) => `${ownId}-${index}`
  const chosen = options.findIndex((option) => option.value === value)
  const [listLabel, setListLabel] = useState(label)
  const [pointedAt, setPointedAt] = useState(chosen)
  const active = open ? pointedAt : chosen
  const activeId = open && active >= 0 ? optionId(active) : undefined
  const setOpen = (isOpen: boolean, at = chosen) => {
    setPointedAt(at)
    setListLabel(label ?? labelOf(anchor.current))
    onOpenChange(isOpen)
    // A list that just opened has its height and place only in the next frame. One that is closed is not there.
    requestAnimationFrame(() =>
      document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const choose = (index: number) => {
    const option = options[index]
    if (!option || option.isDisabled) return
    setOpen(false)
    if (index !== chosen) onValueChange(option.value)
  }

  return {
    anchor,
    container,
    chosen,
    active,
    root: { open, onOpenChange: (isOpen: boolean) => setOpen(isOpen) },
    trigger: {
      ...useSelectKeys({ options, active, isOpen: open, setOpen, choose }),
      id: id ?? ownId,
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': activeId,
    } as const,
    list: {
      id: listId,
      role: 'listbox',
      'aria-label': listLabel,
      onOpenAutoFocus: prevent,
      onCloseAutoFocus: prevent,
      // A press on an option would take the focus from the button.
      onMouseDown: prevent,
    },
    optionAt: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === chosen,
      'aria-disabled': options[index]?.isDisabled,
      onPointerMove: () => {
        if (!options[index]?.isDisabled) setPointedAt(index)
      },
      onClick: () => choose(index),
    }),
  }
}

/** A list that points at the button would be called by what is chosen. */
const labelOf = (button: HTMLButtonElement | null) =>
  [...(button?.labels[0]?.childNodes ?? [])]
    .filter((part) => !(part instanceof Element && part.ariaHidden === 'true'))
    .map((part) => part.textContent)
    .join('')
