import { type DragEvent, useState } from 'react'
import type { Session } from '#contract/sessions.ts'
import { shortDateTime } from '#web/lib/dates.ts'

type Dragged = { session: Session; row: number; over?: number | undefined }
export type Dropped = { session: Session; week: number; turn: number }

/**
 * The count of a week, dragged to another week of its row: the one session in it keeps its weekday and time. By keyboard
 * and by finger the same is done in the session itself (Reschedule).
 */
export function useWeekDrag(shown: readonly number[]) {
  const [dragged, setDragged] = useState<Dragged>()
  const [dropped, setDropped] = useState<Dropped>()
  return {
    /** What was let go last, to be moved. */
    dropped,
    isOver: (row: number, week: number) =>
      dragged?.row === row && dragged.over === week && dragged.session.weekNumber !== week,
    /** For a count; of several sessions nobody knows which one is meant. */
    handle: (row: number, sessions: readonly Session[]) => {
      const [session] = sessions
      if (!session || sessions.length > 1 || session.status === 'archived') return {}
      return {
        draggable: true,
        onDragStart: ({ dataTransfer }: DragEvent) => {
          dataTransfer.effectAllowed = 'move'
          // Without something to carry Firefox begins no drag.
          dataTransfer.setData('text/plain', shortDateTime(session.sessionDate))
          setDragged({ session, row })
        },
        onDragEnd: () => setDragged(undefined),
      }
    },
    /** For what is around the grid. */
    area: {
      onDragOver: (event: DragEvent) => {
        if (!dragged) return
        const cell = event.target instanceof Element ? event.target.closest('td') : null
        const week = cell ? shown[cell.cellIndex - 1] : undefined
        if (week !== undefined) event.preventDefault()
        if (week !== dragged.over) setDragged({ ...dragged, over: week })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setDragged(undefined)
        const { session, over } = dragged ?? {}
        if (session && over !== undefined && over !== session.weekNumber)
          setDropped({ session, week: over, turn: (dropped?.turn ?? 0) + 1 })
      },
    },
  }
}
