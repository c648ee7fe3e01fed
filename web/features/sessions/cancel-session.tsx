import { useQueryClient } from '@tanstack/react-query'
import { isAdmin } from '#contract/roles.ts'
import { cancelSession } from '#contract/sessions/session-removal.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { storeSession } from '#web/lib/session-queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRestore } from './use-status-change.ts'

type Props = { session: SessionDetail; isOpen: boolean; onClose: () => void }

/** Cancels a session after a confirmation that says who is told; the toast offers an undo. */
export function CancelSession({ session, isOpen, onClose }: Props) {
  const queries = useQueryClient()
  const isForCoachToo = isAdmin(useSignedInUser())
  const restore = useRestore(session)
  const cancel = useApiMutation({
    mutationFn: (_nothing: void, call) => call(cancelSession, { params: { id: session.id } }),
    onSuccess: (changed) => {
      storeSession(queries, changed)
      onClose()
    },
    successToast: () => ({
      title: 'Session cancelled',
      action: { label: 'Undo', onPress: () => restore.run() },
    }),
    errorToast: 'Failed to cancel session. Please try again.',
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Cancel this session?"
      description={
        <>
          {session.sessionDefinitionName}, {formatDateTime(session.sessionDate)}.{' '}
          <bdi>{session.clientName}</bdi>
          {isForCoachToo && ' and the coach'} will be told.
        </>
      }
      confirmLabel="Cancel session"
      pendingLabel="Cancelling..."
      cancelLabel="Keep session"
      isPending={cancel.isPending}
      onConfirm={() => cancel.run()}
    />
  )
}
