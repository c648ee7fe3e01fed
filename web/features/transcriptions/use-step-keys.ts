import { type RefObject, useEffect, useRef } from 'react'
import { isBehindDialog, isTyping } from '#web/ui/typing.ts'

type Steps = { undo: (() => void) | undefined; redo: (() => void) | undefined }

/**
 * Ctrl+Z and Ctrl+Y, or Ctrl+Shift+Z, wherever the focus is while nothing lies over the place: a press beside the lines, or a
 * menu that closes, takes it out of them. A text that is being typed has steps of its own.
 */
export function useStepKeys(place: RefObject<HTMLElement | null>, steps: Steps) {
  const latest = useRef(steps)
  useEffect(() => {
    latest.current = steps
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (!place.current || isBehindDialog(place.current) || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      const { undo, redo } = latest.current
      if (key === 'z' && !event.shiftKey) undo?.()
      else redo?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [place])
}
