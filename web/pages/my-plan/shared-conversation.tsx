import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '#contract/sessions/sessions.ts'
import { getSharedConversation } from '#contract/sessions/transcripts.ts'
import { OriginNote } from '#web/features/transcriptions/conversation/origin-note.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { isNotFoundOrInvalid, ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const Turns = lazyComponent(
  async () => (await import('#web/features/transcriptions/conversation/turns.tsx')).Turns,
  'The conversation could not be loaded.',
)

type SharedConversationProps = {
  session: Pick<Session, 'id' | 'sessionDefinitionName' | 'sessionDate'>
  isShared: boolean
}

/** Opens what the coach shared of a session. Taken back while it is read, it says so in its place. */
export function SharedConversation({ session, isShared }: SharedConversationProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, sessionDefinitionName, sessionDate } = session
  return (
    <>
      {isShared && (
        <Button
          variant="secondary"
          size="sm"
          icon={MessagesSquare}
          aria-label={`Read the conversation of ${formatDateTime(sessionDate)}`}
          onClick={() => setOpen(true)}
        >
          Read
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title="Conversation"
        description={`${sessionDefinitionName} · ${formatDateTime(sessionDate)}`}
      >
        <Words sessionId={id} />
      </Dialog>
    </>
  )
}

/** Read while it is open only: each opening is in the log. */
function Words({ sessionId }: { sessionId: string }) {
  const shared = useQuery(queryFor(getSharedConversation, { params: { id: sessionId } }))
  // Taken back while it is open: what was read of it goes, too.
  if (isNotFoundOrInvalid(shared.error)) return <p>This conversation is no longer shared.</p>
  return (
    <ReadState
      read={shared}
      loading={<WordsSkeleton />}
      failed="The conversation could not be loaded"
    >
      {({ text, origin, sharing }) => (
        <div className="flex flex-col gap-4">
          <p className="text-muted">
            Shared by {sharing.sharedBy ?? 'your coach'}, {formatDateTime(sharing.sharedAt)}.
            {sharing.changedAt && ` Last edited ${formatDateTime(sharing.changedAt)}.`}
          </p>
          <OriginNote origin={origin} />
          <Turns text={text} segments={[]} isFull />
        </div>
      )}
    </ReadState>
  )
}

const WordsSkeleton = () => (
  <div className="flex flex-col gap-3">
    <Spinner label="Loading the conversation" className="sr-only" />
    <Skeleton className="h-5 w-64" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-3/4" />
  </div>
)
