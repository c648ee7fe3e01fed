import type { RefObject } from 'react'
import { isTyping, usePageShortcuts } from '#web/ui/use-page-shortcuts.ts'

type Steps = { undo: (() => void) | undefined; redo: (() => void) | undefined }

/**
 * Undo and redo keys on the whole page, as clicks and closing menus move the focus out of the lines. Text fields keep
 * their own undo.
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
