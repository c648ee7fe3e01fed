import { useQueryClient } from '@tanstack/react-query'
import { sameSlotInWeek, getConflicts, moveError } from '#contract/plans/schedule.ts'
import {
  type Session,
  type SessionDetail,
  type SessionsAndMetrics,
  updateSession,
} from '#contract/sessions/sessions.ts'
import { sessionDateError, weekName, weekNumberAt } from '#contract/rules/weeks.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { describeConflicts } from '#web/parts/describe-conflicts.ts'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { AnchoredPopover } from '#web/ui/popover.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'
import type { DroppedSessions } from './use-week-drag.ts'

type Move = { session: Session; to: string }

/** Moves a session to another week at the same weekday and time, or says why it cannot be moved there. */
export function useMoveToWeek({ id, createdAt }: SessionsAndMetrics['client']) {
  const toast = useToast()
  const back = useMove(id, () => ({ title: 'Session moved back' }))
  const move = useMove(id, (moved, { session }) => ({
    title: `Session moved to ${weekName(moved.weekNumber)}`,
    action: {
      label: 'Undo',
      onPress: () => back.run({ session: { ...session, ...moved }, to: session.sessionDate }),
    },
  }))
  const targetOf = (session: Session, week: number) => {
    const plan = { createdAt, timeZone }
    const to = sameSlotInWeek(new Date(session.sessionDate), week, plan)
    const now = new Date()
    return { to, error: sessionDateError(to, now, plan) ?? moveError(session, to, now) }
  }
  return {
    targetOf,
    move: (session: Session, week: number) => {
      const { to, error } = targetOf(session, week)
      if (error) toast({ title: 'Session not moved', description: error, tone: 'destructive' })
      else move.run({ session, to: to.toISOString() })
    },
  }
}

type PickSessionProps = {
  dropped: DroppedSessions
  targetOf: ReturnType<typeof useMoveToWeek>['targetOf']
  onPick: (session: Session) => void
  onClose: () => void
}

/** Which of several dropped sessions is meant. */
export const PickSession = ({ dropped, targetOf, onPick, onClose }: PickSessionProps) => (
  <AnchoredPopover
    anchor={dropped.cell}
    label={`Which session moves to ${weekName(dropped.week)}?`}
    onClose={onClose}
  >
    <ul className="-mx-2 flex flex-col">
      {dropped.sessions.map((session) => {
        const { to, error } = targetOf(session, dropped.week)
        return (
          <li key={session.id}>
            <button
              type="button"
              disabled={error !== undefined}
              onClick={() => onPick(session)}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md px-2 py-1.5 text-left hover:not-disabled:bg-sunken"
            >
              <span className={classNames(error && 'text-muted')}>
                {formatDateTime(session.sessionDate)}
                <span className="block text-xs text-muted">
                  {error ?? `to ${formatDateTime(to.toISOString())}`}
                </span>
              </span>
              <SessionStatusBadge status={session.status} />
            </button>
          </li>
        )
      })}
    </ul>
  </AnchoredPopover>
)

type ToastFor = (moved: SessionDetail, sent: Move) => ToastMessage

/** Optimistic; an overlap with another session is only a warning. */
function useMove(clientId: string, toastFor: ToastFor) {
  const queries = useQueryClient()
  const toast = useToast()
  return useApiMutation({
    queue: `moves in ${clientId}`,
    optimisticUpdate: ({ session, to }: Move) =>
      optimisticUpdate(planQuery(clientId).queryKey, (plan) =>
        withMovedSession(plan, session.id, to),
      ),
    mutationFn: async ({ session, to }: Move, call) => {
      const moved = await call(updateSession, {
        params: { id: session.id },
        query: { transcripts: 'omit' },
        body: { sessionDate: to, dateVersion: session.dateVersion },
      })
      const conflicts = await refetchQuery(
        queries,
        queryFor(getConflicts, {
          params: { id: clientId },
          query: { at: to, minutes: session.durationMinutes, except: session.id },
        }),
      ).catch(() => undefined)
      return { moved, conflicts }
    },
    onSuccess: ({ moved, conflicts }, sent) =>
      toast({
        ...toastFor(moved, sent),
        description: [
          `On ${formatDateTime(moved.sessionDate)}.`,
          ...(conflicts?.sessions ?? []).map(
            (it) => `Overlaps with a session of ${it.clientName}.`,
          ),
          ...(conflicts ? describeConflicts(conflicts) : []),
        ].join(' '),
      }),
    errorToast: (error) => ({
      title: 'Session not moved',
      description:
        (error instanceof ApiError && error.serverMessage) ||
        'Failed to reschedule session. Please try again.',
    }),
    onError: () => void refetchAffected(queries, updateSession.changes),
  })
}

/** The plan with a session on another date; its metric values move with it. */
function withMovedSession(
  plan: SessionsAndMetrics,
  id: string,
  sessionDate: string,
): SessionsAndMetrics {
  const { createdAt } = plan.client
  const weekNumber = weekNumberAt(new Date(sessionDate), { createdAt, timeZone })
  return {
    ...plan,
    sessions: plan.sessions.map((it) => (it.id === id ? { ...it, sessionDate, weekNumber } : it)),
    metrics: plan.metrics.map((it) => (it.sessionId === id ? { ...it, weekNumber } : it)),
  }
}
