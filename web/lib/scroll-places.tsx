import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'

const placesKey = 'scroll-places'
/** By these a person takes the page into their own hands. */
const touches = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Shows each page where it was left, by a link and after a reload too; one that was not open yet, from its top. */
export function ScrollPlaces() {
  const { pathname } = useLocation()
  const [places] = useState(rememberedPlaces)
  useEffect(() => {
    globalThis.history.scrollRestoration = 'manual'
    const remember = () => {
      try {
        sessionStorage.setItem(placesKey, JSON.stringify(places))
      } catch {
        // Storage is switched off or full: after a reload the page begins at its top.
      }
    }
    addEventListener('pagehide', remember)
    return () => removeEventListener('pagehide', remember)
  }, [places])
  useLayoutEffect(
    () =>
      holdAt(places[pathname] ?? 0, (place) => {
        places[pathname] = place
      }),
    [pathname, places],
  )
  return null
}

/**
 * Keeps the page at a place that it may not reach yet, because what it shows is still on its way, until somebody
 * scrolls or begins to work. From then on it tells where the page is.
 */
function holdAt(place: number, onScroll: (place: number) => void) {
  const root = document.documentElement
  let isHeld = true
  const toPlace = () => scrollTo(0, place)
  const growth = new ResizeObserver(toPlace)
  const letGo = () => {
    isHeld = false
    growth.disconnect()
  }
  const follow = () => {
    const end = root.scrollHeight - root.clientHeight
    // Scrolled by us, or by the browser to the end of a page that is too short.
    if (isHeld && Math.abs(scrollY - Math.min(place, end)) < 2) return
    letGo()
    onScroll(scrollY)
  }
  toPlace()
  growth.observe(document.body)
  addEventListener('scroll', follow, { passive: true })
  for (const touch of touches) addEventListener(touch, letGo, { passive: true })
  return () => {
    letGo()
    removeEventListener('scroll', follow)
    for (const touch of touches) removeEventListener(touch, letGo)
  }
}

function rememberedPlaces(): Record<string, number> {
  try {
    return z
      .record(z.string(), z.number())
      .parse(JSON.parse(sessionStorage.getItem(placesKey) ?? '{}'))
  } catch {
    return {}
  }
}
