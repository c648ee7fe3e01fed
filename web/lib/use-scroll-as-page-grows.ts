import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'

/** Where `ScrollRestoration` stores how far each page was scrolled. */
export const scrollStorageKey = 'scroll-positions'
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * After a reload a page is too short for its scroll position until its rows have been loaded: scrolls on as it grows, until
 * the position is reached or the user does something.
 */
export function useScrollAsPageGrows() {
  const { pathname } = useLocation()
  const [positions] = useState(readPositions)
  useEffect(() => {
    const position = positions[pathname]
    if (!position) return undefined
    const stopped = new AbortController()
    const growth = new ResizeObserver(() => {
      scrollTo(0, position)
      if (Math.abs(scrollY - position) < 2) stop()
    })
    const stop = () => {
      delete positions[pathname]
      stopped.abort()
      growth.disconnect()
    }
    for (const type of userEvents)
      addEventListener(type, stop, { passive: true, signal: stopped.signal })
    growth.observe(document.body)
    return () => {
      stopped.abort()
      growth.disconnect()
    }
  }, [pathname, positions])
}

function readPositions(): Record<string, number> {
  try {
    return z
      .record(z.string(), z.number())
      .parse(JSON.parse(sessionStorage.getItem(scrollStorageKey) ?? '{}'))
  } catch {
    return {}
  }
}
