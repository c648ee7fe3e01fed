import { deleteSession } from '#contract/sessions/session-removal.ts'
import { getSession, type SessionDetail } from '#contract/sessions/sessions.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dependentsOf, remainingAssignments } from './session-dependents.ts'

type Props = {
  session: SessionDetail
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a session after a confirmation that lists what is deleted with it. */
export function DeleteSession({ session, isOpen, onClose, onDeleted }: Props) {
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
  const parts = dependentsOf(session)
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
