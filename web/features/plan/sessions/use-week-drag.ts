import { type RefObject, useRef, useState } from 'react'
import type { Session } from '#contract/sessions.ts'
import { type Point, useDrag } from '#web/ui/use-drag.ts'

type Sessions = readonly [Session, ...Session[]]
type Dragged = { sessions: Sessions; row: number }
/** What was let go on a week: one of these sessions, at a cell of the grid. */
export type Dropped = Dragged & {
  week: number
  cell: Element
  isAnswered: boolean
}

/**
 * The count of a week, dragged to another week of its row: the session keeps its weekday and time, and of several it is
 * asked which one is meant. By keyboard and by finger the same is done in the session itself (Reschedule).
 */
export function useWeekDrag(
  shown: readonly number[],
  /** What is around the grid. */
  area: RefObject<HTMLElement | null>,
) {
  const [dragged, setDragged] = useState<Dragged>()
  const pointer = useRef<Point>({ x: 0, y: 0 })
  const [over, setOver] = useState<number>()
  // All of them: what moves them is fetched, and may come only after the next one was let go.
  const [drops, setDrops] = useState<readonly Dropped[]>([])
  /** The first that nobody has answered yet; the others wait for it. */
  const asked = drops.findIndex(({ isAnswered }) => !isAnswered)

  /** The week under the pointer, and its cell. */
  const weekAt = ({ x, y }: Point) => {
    const cell = document.elementFromPoint(x, y)?.closest('td')
    if (!cell || !area.current?.contains(cell)) return undefined
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
    drop: ({ sessions, row }, at) => {
      const there = weekAt(at)
      if (!there || there.week === sessions[0].weekNumber) return
      const dropped = { sessions, row, ...there, isAnswered: sessions.length === 1 }
      setDrops((before) => [...before, dropped])
    },
    end: () => {
      setDragged(undefined)
      setOver(undefined)
    },
  })
  return {
    /** What was let go, to be moved, in its order. */
    drops,
    /** Which of them is asked about, or -1. */
    asked,
    /** That one was moved, or nobody chose one. */
    answered: () =>
      setDrops(drops.map((it, index) => (index === asked ? { ...it, isAnswered: true } : it))),
    /** Where it would lie. */
    isOver: (row: number, week: number) =>
      dragged
        ? dragged.row === row && over === week && dragged.sessions[0].weekNumber !== week
        : drops[asked]?.row === row && drops[asked].week === week,
    /** What is under way. */
    dragged,
    /** Where the pointer is while something is: kept beside the state, as no cell changes with it. */
    pointer,
    isDragged: (row: number, week: number) =>
      dragged?.row === row && dragged.sessions[0].weekNumber === week,
    /** For a count; what is archived stays. */
    handle: (row: number, sessions: readonly Session[]) => {
      const [first, ...others] = sessions.filter(({ status }) => status !== 'archived')
      return first ? drag({ sessions: [first, ...others], row }) : {}
    },
  }
}
