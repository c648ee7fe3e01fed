import { type RefObject, useEffect, useState } from 'react'
import type { Session } from '#contract/sessions/sessions.ts'
import type { Point } from '#web/ui/use-drag.ts'
import { listStatuses, WeekCount } from '../weeks/week-count.tsx'

type CarriedCountProps = {
  sessions: readonly Session[]
  pointer: RefObject<Point>
  /** The grid's container. */
  container: RefObject<HTMLElement | null>
}

/** A week's count while it is dragged: follows the pointer, and scrolls the grid near its edges. */
export function DraggedCount({ sessions, pointer, container }: CarriedCountProps) {
  const [{ x, y }, setAt] = useState(() => pointer.current)
  useEffect(() => {
    const box = container.current?.querySelector<HTMLElement>('[data-week-box]')
    let before = performance.now()
    let frame = requestAnimationFrame(function follow(now) {
      setAt(pointer.current)
      if (box) box.scrollLeft += scrollSpeedAt(box, pointer.current.x) * (now - before)
      before = now
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [container, pointer])
  return (
    <div
      aria-hidden
      data-carried=""
      style={{ translate: `${x}px ${y}px` }}
      className="pointer-events-none fixed top-0 left-0 z-50 -mt-4.5 -ml-4.5 rounded-md shadow-float"
    >
      <WeekCount statuses={listStatuses(sessions)} />
    </div>
  )
}

const edgePx = 24
const pxPerMs = 0.6

function scrollSpeedAt(box: HTMLElement, x: number) {
  const names = [...box.querySelectorAll('thead th')]
  // The first column is sticky, and on wide screens the last one.
  const first = names[0]?.getBoundingClientRect().right ?? 0
  const last = names.at(-1)?.getBoundingClientRect().left ?? 0
  if (x < first + edgePx) return -pxPerMs
  return x > Math.min(last, box.getBoundingClientRect().right) - edgePx ? pxPerMs : 0
}
