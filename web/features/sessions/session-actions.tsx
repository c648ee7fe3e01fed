import { useQueryClient } from '@tanstack/react-query'
import { Archive, CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SessionDetail, sessionCan, updateSession } from '#contract/sessions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { keepSession } from '#web/lib/session-reads.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteSession } from './delete-session.tsx'

/** What may be done with a session in its state; what may not is not offered. */
export function SessionActions({
  session,
  onDeleted,
}: {
  session: SessionDetail
  onDeleted: () => void
}) {
  const [isDeleting, setDeleting] = useState(false)
  const queries = useQueryClient()
  const change = useWrite({
    write: (status: 'open' | 'completed' | 'archived', call) =>
      call(updateSession, {
        params: { id: session.id },
        query: { transcripts: 'omit' },
        body: { status },
      }),
    onSuccess: (changed) => keepSession(queries, changed),
    failed: 'Failed to update session. Please try again.',
  })
  const wanted = change.isPending ? change.sent : undefined
  return (
    <div className="flex flex-wrap gap-2">
      {sessionCan.complete(session) && (
        <Button
          icon={CircleCheck}
          isPending={wanted === 'completed'}
          disabled={change.isPending}
          onClick={() => change.run('completed')}
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
          onClick={() => change.run('open')}
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
          onClick={() => change.run('archived')}
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
