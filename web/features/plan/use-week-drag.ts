import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { inWeek, listSessionsAround, moveFault } from '#contract/schedule.ts'
import { type Session, type SessionsAndMetrics, updateSession } from '#contract/sessions.ts'
import { sessionDateFault, weekName, weekNumberAt } from '#contract/weeks.ts'
import { useWrite } from '#web/form/use-write.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/installation.ts'
import { planQuery } from '#web/lib/session-reads.ts'
import { useToast } from '#web/ui/toast.tsx'

type Dragged = { session: Session; row: number; over?: number | undefined }
type Move = { session: Session; to: string; isUndo?: boolean }

/**
 * The count of a week, dragged to another week of its row: the one session in it keeps its weekday and time. By keyboard
 * and by finger the same is done in the session itself (Reschedule).
 */
export function useWeekDrag(
  { client }: Pick<SessionsAndMetrics, 'client'>,
  shown: readonly number[],
) {
  const [dragged, setDragged] = useState<Dragged>()
  const toast = useToast()
  const move = useMove(client.id)
  const plan = { createdAt: client.createdAt, timeZone }

  function drop() {
    setDragged(undefined)
    const { session, over } = dragged ?? {}
    if (!session || over === undefined || over === session.weekNumber) return
    const to = inWeek(new Date(session.sessionDate), over, plan)
    const now = new Date()
    const fault = sessionDateFault(to, now, plan) ?? moveFault(session, to, now)
    if (fault) toast({ title: 'Not moved', description: fault, tone: 'destructive' })
    else move.run({ session, to: to.toISOString() })
  }
  return {
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
        drop()
      },
    },
  }
}

/** Shown at once, and told with a way back; another session at that hour is a warning. */
function useMove(clientId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const { queryKey } = planQuery(clientId)
  const move = useWrite({
    write: async ({ session, to }: Move, call) => {
      queries.setQueryData(
        queryKey,
        (plan) =>
          plan && {
            ...plan,
            sessions: plan.sessions.map((it) =>
              it.id === session.id ? { ...it, ...shownAt(to, plan) } : it,
            ),
          },
      )
      const moved = await call(updateSession, {
        params: { id: session.id },
        query: { transcripts: 'omit' },
        body: { sessionDate: to, dateVersion: session.dateVersion },
      })
      const others = await request(listSessionsAround, {
        params: { id: clientId },
        query: { at: to, except: session.id },
      }).catch(() => [])
      return { moved, others }
    },
    onSuccess: ({ moved, others }, { session, isUndo }) =>
      toast({
        title: isUndo ? 'Session moved back' : `Session moved to ${weekName(moved.weekNumber)}`,
        description: [
          `On ${shortDateTime(moved.sessionDate)}.`,
          ...others.map((it) => `${it.clientName} has a session at that hour.`),
        ].join(' '),
        ...(!isUndo && {
          action: {
            label: 'Undo',
            onPress: () =>
              move.run({
                session: { ...session, dateVersion: moved.dateVersion },
                to: session.sessionDate,
                isUndo: true,
              }),
          },
        }),
      }),
    failed: (error) => ({
      title: 'Not moved',
      description:
        (error instanceof ApiError && error.sentence) ||
        'Failed to reschedule session. Please try again.',
    }),
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
  return move
}

function shownAt(sessionDate: string, { client: { createdAt } }: SessionsAndMetrics) {
  const weekNumber = weekNumberAt(new Date(sessionDate), { createdAt, timeZone })
  return { sessionDate, weekNumber }
}
