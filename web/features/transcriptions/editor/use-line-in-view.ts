import { useState } from 'react'
import type { Place } from '../transcript/find-places.ts'

/**
 * The line to scroll to: the edited one, else the last target of a search or of the playback.
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
