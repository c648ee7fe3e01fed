import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inWeek, listSessionsAround, moveFault } from '#contract/schedule.ts'
import { type Session, type SessionsAndMetrics, updateSession } from '#contract/sessions.ts'
import { sessionDateFault, weekName, weekNumberAt } from '#contract/weeks.ts'
import { useWrite } from '#web/form/use-write.ts'
import { ApiError } from '#web/lib/api.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/installation.ts'
import { refresh } from '#web/lib/freshness.ts'
import { read, readAnew } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-reads.ts'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PopoverAt } from '#web/ui/popover-at.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Dropped } from './use-week-drag.ts'

type Move = { session: Session; to: string; isUndo?: boolean }
type MoveDroppedProps = Pick<SessionsAndMetrics, 'client'> & {
  dropped: Dropped
  onAnswered: () => void
}

/** Moves the session that was dropped on a week, or says why it cannot lie there; of several it asks which one. */
export function MoveDropped({ client, dropped, onAnswered }: MoveDroppedProps) {
  const { sessions, week, cell, turn, isAnswered } = dropped
  const toast = useToast()
  const move = useMove(client.id)
  const placeOf = (session: Session) => {
    const plan = { createdAt: client.createdAt, timeZone }
    const to = inWeek(new Date(session.sessionDate), week, plan)
    const now = new Date()
    return { to, fault: sessionDateFault(to, now, plan) ?? moveFault(session, to, now) }
  }
  const moveOrSay = (session: Session) => {
    const { to, fault } = placeOf(session)
    if (fault) toast({ title: 'Not moved', description: fault, tone: 'destructive' })
    else move.run({ session, to: to.toISOString() })
  }
  useEffect(() => {
    if (isAnswered) moveOrSay(sessions[0])
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that something is dropped
  }, [turn])
  if (isAnswered) return null
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
                  {shortDateTime(session.sessionDate)}
                  <span className="block text-xs text-muted">
                    {fault ?? `to ${shortDateTime(to.toISOString())}`}
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
            // What was found in it goes along.
            metrics: plan.metrics.map((it) =>
              it.sessionId === session.id
                ? { ...it, weekNumber: shownAt(to, plan).weekNumber }
                : it,
            ),
          },
      )
      const moved = await call(updateSession, {
        params: { id: session.id },
        query: { transcripts: 'omit' },
        body: { sessionDate: to, dateVersion: session.dateVersion },
      })
      const others = await readAnew(
        queries,
        read(listSessionsAround, {
          params: { id: clientId },
          query: { at: to, except: session.id },
        }),
      ).catch(() => [])
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
    onError: () => void refresh(queries, updateSession.changes),
  })
  return move
}

function shownAt(sessionDate: string, { client: { createdAt } }: SessionsAndMetrics) {
  const weekNumber = weekNumberAt(new Date(sessionDate), { createdAt, timeZone })
  return { sessionDate, weekNumber }
}
