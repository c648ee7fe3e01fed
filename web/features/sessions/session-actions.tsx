import { Archive, CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SessionDetail, sessionCan, updateSession } from '#contract/sessions.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { useWrite } from '#web/lib/query.ts'
import { sessionReads } from '#web/lib/session-reads.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { DeleteSession } from './delete-session.tsx'

/** What may be done with a session in its state; what may not is not offered. */
export function SessionActions({
  session,
  onDeleted,
}: {
  session: SessionDetail
  onDeleted: () => void
}) {
  const toast = useToast()
  const [isDeleting, setDeleting] = useState(false)
  const change = useWrite(updateSession, { refresh: sessionReads })
  const become = (status: 'open' | 'completed' | 'archived') =>
    change.mutate(
      { params: { id: session.id }, query: { transcripts: 'omit' }, body: { status } },
      {
        onError: (error) =>
          toast({
            title: 'Error',
            description: sentenceOf(error, 'Failed to update session. Please try again.'),
            tone: 'destructive',
          }),
      },
    )
  const wanted = change.isPending ? change.variables.body.status : undefined
  return (
    <div className="flex flex-wrap gap-2">
      {sessionCan.complete(session) && (
        <Button
          icon={CircleCheck}
          isPending={wanted === 'completed'}
          disabled={change.isPending}
          onClick={() => become('completed')}
        >
          Mark as completed
        </Button>
      )}
      {sessionCan.reopen(session) && (
        <Button
          variant="secondary"
          icon={RotateCcw}
          isPending={wanted === 'open'}
          disabled={change.isPending}
          onClick={() => become('open')}
        >
          Reopen
        </Button>
      )}
      {sessionCan.archive(session) && (
        <Button
          variant="secondary"
          icon={Archive}
          isPending={wanted === 'archived'}
          disabled={change.isPending}
          onClick={() => become('archived')}
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
      <DeleteSession
        session={session}
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        onDeleted={onDeleted}
      />
    </div>
  )
}
