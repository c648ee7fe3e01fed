import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sameSlotInWeek, listConflictingSessions, moveError } from '#contract/schedule.ts'
import {
  type Session,
  type SessionDetail,
  type SessionsAndMetrics,
  updateSession,
} from '#contract/sessions.ts'
import { sessionDateError, weekName, weekNumberAt } from '#contract/weeks.ts'
import { useWrite } from '#web/form/use-write.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PopoverAt } from '#web/ui/popover-at.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'
import type { Dropped } from './use-week-drag.ts'

type Move = { session: Session; to: string }
type MoveDroppedProps = Pick<SessionsAndMetrics, 'client'> & {
  dropped: Dropped
  /** Of several sessions, and its turn has come. */
  isAsked: boolean
  onAnswered: () => void
}

/** Moves the session that was dropped on a week, or says why it cannot lie there; of several it asks which one. */
export function MoveDropped({ client, dropped, isAsked, onAnswered }: MoveDroppedProps) {
  const { sessions, week, cell, isAnswered } = dropped
  const toast = useToast()
  const move = useMove(client.id)
  const placeOf = (session: Session) => {
    const plan = { createdAt: client.createdAt, timeZone }
    const to = sameSlotInWeek(new Date(session.sessionDate), week, plan)
    const now = new Date()
    return { to, fault: sessionDateError(to, now, plan) ?? moveError(session, to, now) }
  }
  const moveOrSay = (session: Session) => {
    const { to, fault } = placeOf(session)
    if (fault) toast({ title: 'Not moved', description: fault, tone: 'destructive' })
    else move.run({ session, to: to.toISOString() })
  }
  useEffect(() => {
    if (isAnswered) moveOrSay(sessions[0])
    // oxlint-disable-next-line react/exhaustive-deps -- once: each time that something is dropped has its own
  }, [])
  if (!isAsked) return null
  return (
    <PopoverAt
      place={cell}
      label={`Which session moves to ${weekName(week)}?`}
      onClose={onAnswered}
    >
      <ul className="-mx-2 flex flex-col">
        {sessions.map((session) => {
          const { to, fault } = placeOf(session)
          return (
            <li key={session.id}>
              <button
                type="button"
                disabled={fault !== undefined}
                onClick={() => {
                  onAnswered()
                  moveOrSay(session)
                }}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md px-2 py-1.5 text-left hover:not-disabled:bg-sunken"
              >
                <span className={classNames(fault && 'text-muted')}>
                  {formatDateTime(session.sessionDate)}
                  <span className="block text-xs text-muted">
                    {fault ?? `to ${formatDateTime(to.toISOString())}`}
                  </span>
                </span>
                <SessionStatusBadge status={session.status} />
              </button>
            </li>
          )
        })}
      </ul>
    </PopoverAt>
  )
}

/** Told with a way back, which is a write of its own: it may be pressed before this one has been read anew. */
function useMove(clientId: string) {
  const back = useMoving(clientId, () => ({ title: 'Session moved back' }))
  return useMoving(clientId, (moved, { session }) => ({
    title: `Session moved to ${weekName(moved.weekNumber)}`,
    action: {
      label: 'Undo',
      onPress: () =>
        back.run({
          session: { ...session, ...moved },
          to: session.sessionDate,
        }),
    },
  }))
}

type Told = (moved: SessionDetail, sent: Move) => ToastMessage

/** Shown at once, and where it was when that fails; another session at that time is a warning. */
function useMoving(clientId: string, told: Told) {
  const queries = useQueryClient()
  const toast = useToast()
  return useWrite({
    optimisticUpdate: ({ session, to }: Move) =>
      optimisticUpdate(planQuery(clientId).queryKey, (plan) => movedIn(plan, session.id, to)),
    write: async ({ session, to }: Move, call) => {
      const moved = await call(updateSession, {
        params: { id: session.id },
        query: { transcripts: 'omit' },
        body: { sessionDate: to, dateVersion: session.dateVersion },
      })
      const others = await refetchQuery(
        queries,
        queryFor(listConflictingSessions, {
          params: { id: clientId },
          query: { at: to, minutes: session.durationMinutes, except: session.id },
        }),
      ).catch(() => [])
      return { moved, others }
    },
    onSuccess: ({ moved, others }, sent) =>
      toast({
        ...told(moved, sent),
        description: [
          `On ${formatDateTime(moved.sessionDate)}.`,
          ...others.map((it) => `Overlaps with a session of ${it.clientName}.`),
        ].join(' '),
      }),
    failed: (error) => ({
      title: 'Not moved',
      description:
        (error instanceof ApiError && error.serverMessage) ||
        'Failed to reschedule session. Please try again.',
    }),
    onError: () => void refetchAffected(queries, updateSession.changes),
  })
}

/** The plan with a session on another date; what was found in it goes along. */
function movedIn(plan: SessionsAndMetrics, id: string, sessionDate: string): SessionsAndMetrics {
  const { createdAt } = plan.client
  const weekNumber = weekNumberAt(new Date(sessionDate), { createdAt, timeZone })
  return {
    ...plan,
    sessions: plan.sessions.map((it) => (it.id === id ? { ...it, sessionDate, weekNumber } : it)),
    metrics: plan.metrics.map((it) => (it.sessionId === id ? { ...it, weekNumber } : it)),
  }
}
