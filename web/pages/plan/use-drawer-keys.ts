import { type RefObject, useEffect, useRef } from 'react'
import { isBehindDialog, isTyping } from '#web/ui/typing.ts'

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
export function useDrawerKeys(place: RefObject<HTMLElement | null>, acts: DrawerKeys) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
      if (!place.current || isBehindDialog(place.current)) return
      const act = event.altKey
        ? withAlt(event, latest.current)
        : isTyping(event.target)
          ? undefined
          : alone(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [place])
}

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
