import type { RefObject } from 'react'
import { isTyping, usePageShortcuts } from '#web/ui/use-page-shortcuts.ts'

export type DrawerKeys = {
  playOrPause: () => void
  goBack: () => void
  faster: () => void
  slower: () => void
  nextUncertain: (by: 1 | -1) => void
  showKeys: () => void
}

/** Shortcuts of the open session, unless a dialog is open. While typing, only the two with Alt work. */
export const useDrawerKeys = (place: RefObject<HTMLElement | null>, acts: DrawerKeys) =>
  usePageShortcuts(place, (event) => {
    if (event.ctrlKey || event.metaKey) return
    const act = event.altKey
      ? withAlt(event, acts)
      : isTyping(event.target)
        ? undefined
        : alone(event, acts)
    if (!act) return
    event.preventDefault()
    act()
  })

/** By `code`: with Alt, some layouts produce another letter. */
function withAlt({ code, shiftKey }: KeyboardEvent, acts: DrawerKeys) {
  if (shiftKey) return undefined
  return { KeyK: acts.playOrPause, KeyJ: acts.goBack }[code]
}

/** Case-insensitive because of Caps Lock. */
function alone({ key, shiftKey }: KeyboardEvent, acts: DrawerKeys): (() => void) | undefined {
  switch (key.toLowerCase()) {
    case 'k':
      return shiftKey ? undefined : acts.playOrPause
    case 'j':
      return shiftKey ? undefined : acts.goBack
    case '>':
      return acts.faster
    case '<':
      return acts.slower
    case 'n':
      return () => acts.nextUncertain(shiftKey ? -1 : 1)
    case '?':
      return acts.showKeys
  }
  return undefined
}
