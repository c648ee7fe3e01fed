import { useQuery } from '@tanstack/react-query'
import { type Message, readMessage } from '#contract/messages.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ReadMessageProps = { message: Message; isOpen: boolean; onClose: () => void }

/** The text of a message. It may contain a link that opens an account, so reading it is logged. */
export function ReadMessage({ message, isOpen, onClose }: ReadMessageProps) {
  const { id, subject, recipient, createdAt } = message
  const opened = useQuery({ ...queryFor(readMessage, { params: { id } }), enabled: isOpen })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={subject}
      description={`To ${recipient}, ${formatDateTime(createdAt)}. The audit log records that you opened it.`}
    >
      <ReadState
        read={opened}
        loading={<Skeleton className="h-48" />}
        failed="The message could not be loaded"
        notRefreshed="The message could not be refreshed."
      >
        {({ body }) => (
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {body}
          </p>
        )}
      </ReadState>
    </Dialog>
  )
}
