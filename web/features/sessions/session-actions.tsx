import { Archive, CalendarX, CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SessionDetail, sessionCan } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { CancelSession } from './cancel-session.tsx'
import { DeleteSession } from './delete-session.tsx'
import { useStatusChange } from './use-status-change.ts'

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
