import type { RefObject } from 'react'
import { isTyping, usePageKeys } from '#web/ui/use-page-keys.ts'

export type DrawerKeys = {
  playOrPause: () => void
  goBack: () => void
  faster: () => void
  slower: () => void
  nextUnsure: (by: 1 | -1) => void
  showKeys: () => void
}

/**
 * The keys of an open session, as long as nothing lies over it. One that types is left alone, but for the two that are
 * pressed with Alt for that.
 */
export const useDrawerKeys = (place: RefObject<HTMLElement | null>, acts: DrawerKeys) =>
  usePageKeys(place, (event) => {
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

/** By where the key is: with Alt some keyboards write another letter. */
function withAlt({ code, shiftKey }: KeyboardEvent, acts: DrawerKeys) {
  if (shiftKey) return undefined
  return { KeyK: acts.playOrPause, KeyJ: acts.goBack }[code]
}

/** Caps Lock turns letters round, and says nothing of what is meant. */
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
      return () => acts.nextUnsure(shiftKey ? -1 : 1)
    case '?':
      return acts.showKeys
  }
  return undefined
}
