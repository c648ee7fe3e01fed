import { type DragEvent, useState } from 'react'
import type { Session } from '#contract/sessions.ts'
import { shortDateTime } from '#web/lib/dates.ts'

type Sessions = readonly [Session, ...Session[]]
type Dragged = { sessions: Sessions; row: number; over?: number | undefined }
/** What was let go on a week: one of these sessions, at a cell of the grid. */
export type Dropped = {
  sessions: Sessions
  week: number
  cell: Element
  row: number
  turn: number
  isAnswered: boolean
}

/**
 * The count of a week, dragged to another week of its row: the session keeps its weekday and time, and of several it is
 * asked which one is meant. By keyboard and by finger the same is done in the session itself (Reschedule).
 */
export function useWeekDrag(shown: readonly number[]) {
  const [dragged, setDragged] = useState<Dragged>()
  const [dropped, setDropped] = useState<Dropped>()
  return {
    /** What was let go last, to be moved. */
    dropped,
    /** It was moved, or nobody chose one. */
    answered: () => setDropped(dropped && { ...dropped, isAnswered: true }),
    /** Where it would lie. */
    isOver: (row: number, week: number) =>
      dragged
        ? dragged.row === row && dragged.over === week && dragged.sessions[0].weekNumber !== week
        : dropped?.isAnswered === false && dropped.row === row && dropped.week === week,
    /** For a count; what is archived stays. */
    handle: (row: number, sessions: readonly Session[]) => {
      const [first, ...others] = sessions.filter(({ status }) => status !== 'archived')
      if (!first) return {}
      return {
        draggable: true,
        onDragStart: ({ dataTransfer }: DragEvent) => {
          dataTransfer.effectAllowed = 'move'
          // Without something to carry Firefox begins no drag.
          dataTransfer.setData('text/plain', shortDateTime(first.sessionDate))
          setDragged({ sessions: [first, ...others], row })
        },
        onDragEnd: () => setDragged(undefined),
      }
    },
    /** For what is around the grid. */
    area: {
      onDragOver: (event: DragEvent) => {
        if (!dragged) return
        const cell = cellAt(event)
        const week = cell ? shown[cell.cellIndex - 1] : undefined
        if (week !== undefined) event.preventDefault()
        if (week !== dragged.over) setDragged({ ...dragged, over: week })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setDragged(undefined)
        const { sessions, row, over: week } = dragged ?? {}
        const cell = cellAt(event)
        if (!sessions || row === undefined || !cell || week === undefined) return
        if (week === sessions[0].weekNumber) return
        const turn = (dropped?.turn ?? 0) + 1
        setDropped({ sessions, week, cell, row, turn, isAnswered: sessions.length === 1 })
      },
    },
  }
}

const cellAt = ({ target }: DragEvent) => (target instanceof Element ? target.closest('td') : null)
