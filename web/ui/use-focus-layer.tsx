import { DismissableLayer, FocusScope } from 'radix-ui/internal'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

type FocusLayerNeeds = {
  /** Leads into the area from anywhere, an open dialog too. */
  shortcut: 'F8' | 'F9'
  focusFirst: () => void
  /** By default the focus returns to where it was. */
  onEscape?: () => void
}

/**
 * For what stands beside open dialogs, in a `DismissableLayer.Branch` with `areaProps` and `layer` in it: it is a layer only while it
 * has the focus. Then Escape is its own, no dialog takes the focus back, and it returns to where it was.
 */
export function useFocusLayer({ shortcut, focusFirst, onEscape }: FocusLayerNeeds) {
  const area = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const isInside = (node: Element | null) => area.current?.contains(node) ?? false
  const enter = (by: Element | null) => {
    if (!hasFocus) before.current = by
    setFocus(true)
  }
  const leave = () => {
    setFocus(false)
    restoreFocus(before.current)
  }
  const onShortcut = useEffectEvent(() => {
    if (isInside(document.activeElement)) focusFirst()
    else enter(document.activeElement)
  })
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === shortcut) onShortcut()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcut])
  return {
    hasFocus,
    /** Closes it, if the focus is in it. */
    leave: () => isInside(document.activeElement) && leave(),
    areaProps: {
      ref: area,
      onFocus: ({ relatedTarget }: FocusEvent) => enter(relatedTarget),
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // The window may have lost the focus, and not the area.
        if (!isInside(relatedTarget) && !isInside(document.activeElement)) setFocus(false)
      },
    },
    layer: hasFocus && (
      <FocusScope.Root
        asChild
        onMountAutoFocus={(event) => {
          event.preventDefault()
          if (!isInside(document.activeElement)) focusFirst()
        }}
        onUnmountAutoFocus={(event) => {
          event.preventDefault()
          // Tab must not lead behind an open dialog.
          if (document.activeElement?.closest('[aria-hidden="true"]')) restoreFocus(before.current)
        }}
      >
        <DismissableLayer.Root
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            if (onEscape) onEscape()
            else leave()
          }}
        />
      </FocusScope.Root>
    ),
  }
}

const restoreFocus = (element: Element | null) => {
  if (element instanceof HTMLElement) element.focus()
}
