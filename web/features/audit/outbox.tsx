import { useState } from 'react'
import { listMessages, type Message } from '#contract/audit.ts'
import { shortDateTime, shortTime } from '#web/lib/dates.ts'
import { showing } from '#web/lib/list-words.ts'
import { useList } from '#web/lib/use-list.ts'
import { phone, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody, type ListRows } from '#web/ui/list-body.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TableCell, TableHeader } from '#web/ui/table.tsx'
import { VirtualCards } from '#web/ui/virtual-cards.tsx'
import { VirtualTable } from '#web/ui/virtual-table.tsx'

/** What the product would have sent while no outside service for messages is set up, newest first. */
export function Outbox() {
  const list = useList(listMessages, {})
  const Rows = useMedia(phone) ? MessageCards : MessageTable
  const [opened, setOpened] = useState<{ message: Message; isOpen: boolean }>()
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
        skeleton={<RowsSkeleton label="Loading the messages" />}
        empty={
          <EmptyState
            title="No messages"
            hint="A message appears here when somebody asks for a new password."
          />
        }
      >
        <Rows list={list} onOpen={(message) => setOpened({ message, isOpen: true })} />
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

type MessageRowsProps = { list: ListRows<Message>; onOpen: (message: Message) => void }

const MessageTable = ({ list, onOpen }: MessageRowsProps) => (
  <VirtualTable
    label="Messages"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={53}
    columns={4}
    minWidth="48rem"
    head={
      <>
        <TableHeader className="w-48">Time</TableHeader>
        <TableHeader className="w-64">Recipient</TableHeader>
        <TableHeader>Subject</TableHeader>
        <TableHeader className="w-36 text-right">Actions</TableHeader>
      </>
    }
    renderRow={(message) => (
      <>
        <TableCell>
          <time dateTime={message.createdAt}>{shortDateTime(message.createdAt)}</time>
        </TableCell>
        <TableCell>
          <span className="block truncate">{message.recipient}</span>
        </TableCell>
        <TableCell isHeading>
          <span className="block truncate font-semibold">{message.subject}</span>
        </TableCell>
        <TableCell className="text-right">
          <OpenMessage message={message} onOpen={onOpen} />
        </TableCell>
      </>
    )}
  />
)

const MessageCards = ({ list, onOpen }: MessageRowsProps) => (
  <VirtualCards
    label="Messages"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={150}
    renderRow={(message) => (
      <div className="flex flex-col gap-1">
        <p className="font-semibold">{message.subject}</p>
        <p className="truncate">{message.recipient}</p>
        <time dateTime={message.createdAt} className="text-xs text-muted">
          {shortDateTime(message.createdAt)}
        </time>
        <span className="mt-2">
          <OpenMessage message={message} onOpen={onOpen} />
        </span>
      </div>
    )}
  />
)

type OpenMessageProps = { message: Message; onOpen: (message: Message) => void }

const OpenMessage = ({ message, onOpen }: OpenMessageProps) => (
  <Button variant="secondary" size="sm" onClick={() => onOpen(message)}>
    Read message<span className="sr-only"> to {message.recipient}</span>
  </Button>
)
