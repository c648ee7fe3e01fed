import { type RefObject, useRef, useState } from 'react'
import type { Session } from '#contract/sessions/sessions.ts'
import { type Point, useDrag } from '#web/ui/use-drag.ts'

type Sessions = readonly [Session, ...Session[]]
type Dragged = { sessions: Sessions; row: number }
/** Sessions that were dropped on a week, one of which is to move there. */
export type DroppedSessions = Dragged & { week: number; cell: Element }

/**
 * Dragging a week's count to another week of its row: the session keeps its weekday and time; of several, the user
 * picks one. By keyboard and touch, Reschedule in the session does the same.
 */
export function useWeekDrag(
  shown: readonly number[],
  /** The grid's container. */
  container: RefObject<HTMLElement | null>,
  onDrop: (dropped: DroppedSessions) => void,
) {
  const [dragged, setDragged] = useState<Dragged>()
  const pointer = useRef<Point>({ x: 0, y: 0 })
  const [over, setOver] = useState<number>()

  const weekAt = ({ x, y }: Point) => {
    const cell = document.elementFromPoint(x, y)?.closest('td')
    if (!cell || !container.current?.contains(cell)) return undefined
    const week = shown[cell.cellIndex - 1]
    return week === undefined ? undefined : { week, cell }
  }
  const drag = useDrag<Dragged>({
    begin: (what, at) => {
      pointer.current = at
      setDragged(what)
    },
    follow: (_what, at) => {
      pointer.current = at
      setOver(weekAt(at)?.week)
    },
    drop: (what, at) => {
      const there = weekAt(at)
      if (there && there.week !== what.sessions[0].weekNumber) onDrop({ ...what, ...there })
    },
    end: () => {
      setDragged(undefined)
      setOver(undefined)
    },
  })
  const isDragged = (row: number, week: number) =>
    dragged?.row === row && dragged.sessions[0].weekNumber === week
  return {
    dragged,
    /** A ref, so that moving the pointer renders no cell. */
    pointer,
    isDragged,
    isOver: (row: number, week: number) =>
      dragged?.row === row && over === week && !isDragged(row, week),
    /** Props of a count's drag handle. Archived sessions cannot be moved. */
    handle: (row: number, sessions: readonly Session[]) => {
      const [first, ...others] = sessions.filter(({ status }) => status !== 'archived')
      return first ? drag({ sessions: [first, ...others], row }) : {}
    },
  }
}
