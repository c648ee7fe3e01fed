import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { SelectOption } from './select-option.ts'
import { usePopup } from './use-popup.ts'

/** What a search found for a combobox. */
export type Found = {
  /** What is searched for; undefined while nobody looks. */
  search: (text: string | undefined) => void
  options: readonly SelectOption[]
  /** How many there are; more than are offered where there are too many. */
  match: number
  /** There are more. */
  isMatchCapped?: boolean
  isPending: boolean
  failure: string | undefined
  retry: () => void
}

type ComboboxState = {
  id: string | undefined
  chosen: SelectOption | undefined
  onChoose: (option: SelectOption | undefined) => void
  found: Found
}

const prevent = (event: { preventDefault: () => void }) => event.preventDefault()
const show = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
const retryOption = { value: 'retry', label: 'Try again' }

/**
 * A text field that finds options (WAI-ARIA "editable combobox with list autocomplete"): the focus stays in the field,
 * which names the active option. Enter takes it, Escape and leaving the field bring back what was chosen, and to leave
 * it empty is to choose nothing. A search that failed offers "Try again" as its only option, so the keys reach it.
 */
export function useCombobox({ id, chosen, onChoose, found }: ComboboxState) {
  const { anchor, container, open, onOpenChange } = usePopup<HTMLDivElement>()
  const ownId = useId()
  const listId = `${ownId}-list`
  const optionId = (index: number) => `${ownId}-${index}`
  const [typed, setTyped] = useState<string>()
  const [pointedAt, setPointedAt] = useState(-1)
  const options = found.failure ? [retryOption] : found.isPending ? [] : found.options
  const first = found.failure || typed ? 0 : options.findIndex((it) => it.value === chosen?.value)
  const active = Math.min(pointedAt < 0 ? first : pointedAt, options.length - 1)
  useEffect(() => {
    if (!open || first < 0) return
    // A list that is just there has its height and place only in the next frame.
    const frame = requestAnimationFrame(() => show(`${ownId}-${first}`))
    return () => cancelAnimationFrame(frame)
  }, [open, first, ownId])

  const look = (text: string) => {
    setPointedAt(-1)
    found.search(text)
    onOpenChange(true)
  }
  const close = () => {
    setTyped(undefined)
    found.search(undefined)
    onOpenChange(false)
  }
  const choose = (index: number) => {
    const option = options[index]
    if (!option) return
    if (found.failure) return found.retry()
    close()
    if (option.value !== chosen?.value) onChoose(option)
  }
  const point = (to: number) => {
    const index = Math.max(0, Math.min(options.length - 1, to))
    setPointedAt(index)
    show(optionId(index))
  }

  return {
    anchor,
    container,
    open,
    options,
    active,
    close,
    clear: () => {
      close()
      onChoose(undefined)
      anchor.current?.querySelector('input')?.focus()
    },
    field: {
      id: id ?? ownId,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open && options.length ? listId : undefined,
      'aria-activedescendant': open && active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      value: typed ?? chosen?.label ?? '',
      onClick: () => {
        if (!open) look('')
      },
      onChange: (event: { target: { value: string } }) => {
        setTyped(event.target.value)
        look(event.target.value)
      },
      onBlur: () => {
        if (typed === '' && chosen) onChoose(undefined)
        close()
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
        if (step !== undefined) {
          event.preventDefault()
          if (open) point(active + step)
          else look('')
        } else if (event.key === 'Enter' && open) {
          event.preventDefault()
          choose(active)
        }
      },
    } as const,
    list: { id: listId, role: 'listbox' } as const,
    popup: {
      role: 'presentation',
      'data-popup': '',
      onOpenAutoFocus: prevent,
      onCloseAutoFocus: prevent,
      onEscapeKeyDown: close,
      onInteractOutside: (event: Event) => {
        if (event.target instanceof Node && anchor.current?.contains(event.target)) prevent(event)
      },
      // A press on an option would take the focus from the field.
      onMouseDown: prevent,
    } as const,
    optionAt: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': options[index]?.value === chosen?.value,
      onPointerMove: () => setPointedAt(index),
      onClick: () => choose(index),
    }),
  }
}
