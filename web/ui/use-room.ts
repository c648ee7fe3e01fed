import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels of width within an element, now and after every change; Infinity before it is there. */
export function useRoom(element: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setRoom(current.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return room
}
