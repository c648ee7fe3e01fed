import type { RefObject } from 'react'
import { isTyping, usePageShortcuts } from '#web/ui/use-page-shortcuts.ts'

type Steps = { undo: (() => void) | undefined; redo: (() => void) | undefined }

/**
 * Ctrl+Z and Ctrl+Y, or Ctrl+Shift+Z, wherever the focus is: a press beside the lines, or a menu that closes, takes it out of
 * them. A text that is being typed has steps of its own.
 */
export const useUndoKeys = (place: RefObject<HTMLElement | null>, { undo, redo }: Steps) =>
  usePageShortcuts(place, (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'z' && !event.shiftKey) undo?.()
    else redo?.()
  })
