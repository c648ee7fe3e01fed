import { type KeyboardEvent, useRef } from 'react'
import { nextMatch, type SelectOption } from './select-option.ts'

type Select = {
  options: readonly SelectOption[]
  /** The option that the keys move away from, or -1. */
  active: number
  isOpen: boolean
  setOpen: (isOpen: boolean, at?: number) => void
  choose: (index: number) => void
}

/** Letters typed with less than this between them are one word. */
const pause = 1000
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
}

/** The keyboard of a select (WAI-ARIA "select-only combobox"). Escape is up to the popup. */
export function useSelectKeys({ options, active, isOpen, setOpen, choose }: Select) {
  const typed = useRef({ text: '', at: 0 })
  const textSoFar = () => (Date.now() - typed.current.at < pause ? typed.current.text : '')
  const type = (letter: string) => {
    typed.current = { text: textSoFar() + letter, at: Date.now() }
    setOpen(true, nextMatch(options, typed.current.text, active) ?? active)
  }
  const step = (by: number) => {
    const enabled = [...options.keys()].filter((index) => !options[index]?.isDisabled)
    return enabled[Math.max(0, enabled.indexOf(active) + by)] ?? enabled.at(-1)
  }
  const press = (key: string, isAlt: boolean) => {
    if (key.length === 1 && (key !== ' ' || textSoFar())) return type(key)
    typed.current.text = ''
    const isChoice = key === 'Enter' || key === ' ' || (isAlt && key === 'ArrowUp')
    if (isOpen) return isChoice ? choose(active) : setOpen(true, step(steps[key] ?? 0))
    return setOpen(true, key === 'Home' || key === 'End' ? step(steps[key] ?? 0) : active)
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event
      if (ctrlKey || metaKey) return
      // The active option is taken, and the focus goes on.
      if (isOpen && key === 'Tab') return choose(active)
      const isPage = key === 'PageDown' || key === 'PageUp'
      const isKnown = key === 'Enter' || key.length === 1 || key in steps
      if (!isKnown || (isPage && !isOpen)) return
      event.preventDefault()
      press(key, altKey)
    },
    // Firefox clicks a button when the space bar goes up.
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === ' ') event.preventDefault()
    },
  }
}
