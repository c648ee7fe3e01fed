import { useMemo, useState } from 'react'
import { listMessages, type Message } from '#contract/audit.ts'
import { shortDateTime, shortTime } from '#web/lib/dates.ts'
import { showing } from '#web/lib/list-words.ts'
import { useList } from '#web/lib/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'

/** What the product would have sent while no outside service for messages is set up, newest first. */
export function Outbox() {
  const list = useList(listMessages, {})
  const [opened, setOpened] = useState<{ message: Message; isOpen: boolean }>()
  const columns = useMemo(
    () => messageColumns((message) => setOpened({ message, isOpen: true })),
    [],
  )
  const shape = { columns, rowHeight: 53, cardHeight: 180, minWidth: '48rem' }
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">
        Without an outside service for e-mail the product keeps its messages here instead of sending
        them. Every opening of this list is in the audit log.
      </p>
      <ListBody
        list={list}
        things="messages"
        countLine={`${showing(list, 'messages')}, as of ${shortTime(list.readAt)}`}
        actions={
          <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.retry} size="sm" />
        }
        skeleton={<RowsLoading {...shape} label="Loading the messages" />}
        empty={
          <EmptyState
            title="No messages"
            hint="A message appears here when somebody asks for a new password."
          />
        }
      >
        <Rows {...shape} label="Messages" list={list} rowKey={({ id }) => id} />
      </ListBody>
      {opened && (
        <Dialog
          isOpen={opened.isOpen}
          onOpenChange={(isOpen) => setOpened({ ...opened, isOpen })}
          title={opened.message.subject}
          description={`To ${opened.message.recipient}, ${shortDateTime(opened.message.createdAt)}`}
        >
          <p className="break-words whitespace-pre-wrap">{opened.message.body}</p>
        </Dialog>
      )}
    </>
  )
}

const messageColumns = (onOpen: (message: Message) => void): Column<Message>[] => [
  {
    id: 'time',
    header: 'Time',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="max-md:text-xs max-md:text-muted">
        {shortDateTime(createdAt)}
      </time>
    ),
    width: 'w-48',
    onPhone: 'line',
  },
  {
    id: 'recipient',
    header: 'Recipient',
    cell: ({ recipient }) => <span className="block truncate">{recipient}</span>,
    width: 'w-64',
    onPhone: 'line',
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="block truncate font-semibold">{subject}</span>,
    isHeading: true,
    onPhone: 'head',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (message) => (
      <Button variant="secondary" size="sm" onClick={() => onOpen(message)}>
        Read message<span className="sr-only"> to {message.recipient}</span>
      </Button>
    ),
    width: 'w-36',
    isAtEnd: true,
    onPhone: 'foot',
  },
]
