import { type RefObject, useEffect, useState } from 'react'
import type { Session } from '#contract/sessions.ts'
import type { Point } from '#web/ui/use-drag.ts'
import { statusesOf, WeekCount } from '../weeks/week-count.tsx'

type CarriedCountProps = {
  sessions: readonly Session[]
  pointer: RefObject<Point>
  /** What is around the grid. */
  area: RefObject<HTMLElement | null>
}

/**
 * A count on its way to another week: it goes with the pointer, and at the end of the weeks in view they scroll on. It
 * asks where the pointer is, as it may be fetched only after the last movement.
 */
export function CarriedCount({ sessions, pointer, area }: CarriedCountProps) {
  const [{ x, y }, setAt] = useState(() => pointer.current)
  useEffect(() => {
    const box = area.current?.querySelector<HTMLElement>('[data-week-box]')
    let before = performance.now()
    let frame = requestAnimationFrame(function follow(now) {
      setAt(pointer.current)
      if (box) box.scrollLeft += paceAt(box, pointer.current.x) * (now - before)
      before = now
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [area, pointer])
  return (
    <div
      aria-hidden
      data-carried=""
      style={{ translate: `${x}px ${y}px` }}
      className="pointer-events-none fixed top-0 left-0 z-50 -mt-4.5 -ml-4.5 rounded-md shadow-float"
    >
      <WeekCount statuses={statusesOf(sessions)} />
    </div>
  )
}

/** How near to the end of the weeks in view they scroll, in pixels, and how many of those in a millisecond. */
const rim = 24
const pace = 0.6

function paceAt(box: HTMLElement, x: number) {
  const names = [...box.querySelectorAll('thead th')]
  // The first column stays where it is, and on wide screens the last one.
  const first = names[0]?.getBoundingClientRect().right ?? 0
  const last = names.at(-1)?.getBoundingClientRect().left ?? 0
  if (x < first + rim) return -pace
  return x > Math.min(last, box.getBoundingClientRect().right) - rim ? pace : 0
}
