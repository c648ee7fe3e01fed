import { Archive, CalendarX, CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SessionDetail, sessionCan, getSession } from '#contract/sessions/sessions.ts'
import { deleteSession } from '#contract/sessions/session-removal.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CancelSession } from './cancel-session.tsx'
import { useStatusChange } from './use-status-change.ts'
import { listDependents, remainingAssignments } from './session-dependents.ts'

type SessionActionsProps = {
  session: SessionDetail
  /** The action that is already shown above as the next step. */
  nextStep: string
  onDeleted: () => void
}

/** The actions that the session's status allows. */
export function SessionActions({ session, nextStep, onDeleted }: SessionActionsProps) {
  const [isCancelling, setCancelling] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { run, isPending, wanted } = useStatusChange(session)
  return (
    <div className="flex flex-wrap gap-2">
      {sessionCan.complete(session) && nextStep !== 'complete' && (
        <Button
          variant="secondary"
          icon={CircleCheck}
          isPending={wanted === 'completed'}
          disabled={isPending}
          onClick={() => run('completed')}
        >
          Mark as completed
        </Button>
      )}
      {sessionCan.reopen(session) && nextStep !== 'reopen' && (
        <Button
          variant="secondary"
          icon={RotateCcw}
          isPending={wanted === 'open'}
          disabled={isPending}
          onClick={() => run('open')}
        >
          Reopen
        </Button>
      )}
      {sessionCan.cancel(session) && (
        <Button variant="secondary" icon={CalendarX} onClick={() => setCancelling(true)}>
          Cancel session
        </Button>
      )}
      {sessionCan.archive(session) && (
        <Button
          variant="secondary"
          icon={Archive}
          isPending={wanted === 'archived'}
          disabled={isPending}
          onClick={() => run('archived')}
        >
          Archive
        </Button>
      )}
      <Button
        variant="ghost"
        icon={Trash2}
        className="ml-auto text-red-ink"
        onClick={() => setDeleting(true)}
      >
        Delete session
      </Button>
      <CancelSession session={session} isOpen={isCancelling} onClose={() => setCancelling(false)} />
      <DeleteSession
        session={session}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </div>
  )
}

type Props = {
  session: SessionDetail
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a session after a confirmation that lists what is deleted with it. */
function DeleteSession({ session, isOpen, onClose, onDeleted }: Props) {
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) => call(deleteSession, { params: { id: session.id } }),
    deletedQuery: [getSession.path, { params: { id: session.id } }],
    successToast: () => ({ title: 'Session deleted' }),
    errorToast: () => ({
      title: 'Error',
      description: 'Failed to delete session. Please try again.',
    }),
    onSuccess: () => {
      onClose()
      onDeleted()
    },
  })
  const parts = listDependents(session)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this session?"
      description={
        <>
          <p>
            {session.sessionDefinitionName} of <bdi>{session.clientName}</bdi>,{' '}
            {formatDateTime(session.sessionDate)}, will be permanently deleted
            {parts.length > 0 ? ', including:' : '.'}
          </p>
          {parts.length > 0 && (
            <ul className="mt-2 list-disc pl-5">
              {parts.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          )}
          {session.assignmentsGiven > 0 && (
            <p className="mt-2">{remainingAssignments(session.assignmentsGiven)}</p>
          )}
          <p className="mt-2">Private notes on it are deleted too.</p>
        </>
      }
      confirmLabel="Delete session"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => void remove.send().then(stayOnPage, () => {})}
    />
  )
}

/** The button that opened the last session of a week disappears with it; the plan renders without it in the next frame. */
const stayOnPage = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  })
