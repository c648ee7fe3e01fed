import { useState } from 'react'
import type { Place } from '../transcript/find-places.ts'

/**
 * Which line of a long list is to be in view: the one that is written, else where one was led last, by a search or by the
 * recording.
 */
export function useLineInView(
  written: number | undefined,
  place: Place | null | undefined,
  current: number,
) {
  const [last, setLast] = useState({ place, current, line: -1 })
  const isLed = place !== last.place
  if (isLed || current !== last.current)
    setLast({ place, current, line: isLed && place ? place.line : current })
  return written ?? last.line
}
