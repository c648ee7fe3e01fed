import { Mail, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MessageKind } from '#contract/messages/kinds.ts'
import {
  listMessages,
  type Message,
  type MessageStatus,
  readMessage,
} from '#contract/messages/messages.ts'
import { formatTime, formatDateTime } from '#web/lib/dates.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { messageColumns } from './message-columns.tsx'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type MessageListProps = {
  filter: { status?: MessageStatus; kind?: MessageKind }
  sort: 'time' | '-time' | undefined
  sorting: Sorting
  /** Whether the user may read the texts. */
  mayRead: boolean
  /** No email or SMS provider sends them. */
  isKept: boolean
}

/** All messages to users, newest first. */
export function MessageList({ filter, sort, sorting, mayRead, isKept }: MessageListProps) {
  const list = useList(listMessages, { ...filter, sort })
  const reading = useDialog<Message>()
  const columns = useMemo(
    () =>
      messageColumns({
        onRead: mayRead ? reading.open : undefined,
        isKept,
      }),
    [mayRead, isKept, reading.open],
  )
  const shape = { columns, cardHeight: 220 }
  const isFiltered = Boolean(filter.status ?? filter.kind)
  return (
    <>
      <ListBody
        list={list}
        things="messages"
        countLine={
          <>
            {formatShownCount(list, 'messages')}, as of {formatTime(list.readAt)}
            {isFiltered && (
              <span className="ml-3">{formatMatchCount(list, 'message', 'messages')}</span>
            )}
          </>
        }
        actions={
          <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.retry} size="sm" />
        }
        skeleton={<RowsLoading {...shape} label="Loading the messages" />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No messages found"
              hint="Try another status or message type."
            />
          ) : (
            <EmptyState
              icon={Mail}
              title="No messages"
              hint="Messages appear here when someone requests a new password or is reminded of a session."
            />
          )
        }
      >
        <Rows {...shape} label="Messages" sorting={sorting} list={list} rowKey={({ id }) => id} />
      </ListBody>
      {reading.value && <ReadMessage {...reading.props} message={reading.value} />}
    </>
  )
}

type ReadMessageProps = { message: Message; isOpen: boolean; onClose: () => void }

/** The text of a message. It may contain a link that opens an account, so reading it is logged. */
function ReadMessage({ message, isOpen, onClose }: ReadMessageProps) {
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
