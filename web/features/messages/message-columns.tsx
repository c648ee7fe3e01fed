import {
  type listMessages,
  type Message,
  canSendAgain,
  sendAgain,
} from '#contract/messages/messages.ts'
import type { SortOf } from '#contract/paging.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/column.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { statusLabels, formatAttempts } from './message-labels.ts'

export const messageColumns = (
  handlers: MessageHandlers,
): Column<Message, SortOf<typeof listMessages>>[] => [
  {
    id: 'time',
    header: 'Time',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap max-md:text-xs max-md:text-muted">
        {formatDate(createdAt)}
        <span className="md:hidden">, </span>
        <span className="md:block md:text-xs md:text-muted">{formatTime(createdAt)}</span>
      </time>
    ),
    sort: 'time',
    isDescendingFirst: true,
    width: 116,
    onPhone: 'line',
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ recipient, subject }) => (
      <span className="block min-w-0">
        <span dir="auto" className="line-clamp-2 font-semibold" title={subject}>
          {subject}
        </span>
        <span className="block truncate text-muted md:text-xs" title={recipient}>
          {recipient}
        </span>
      </span>
    ),
    isHeading: true,
    width: 240,
    grow: 3,
    onPhone: 'head',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (message) => <Status {...message} />,
    width: 150,
    grow: 1,
    onPhone: 'line',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (message) => <MessageActions message={message} {...handlers} />,
    isAtEnd: true,
    width: 170,
    onPhone: 'foot',
  },
]

/** The status, with the service's reason if it was not sent. */
function Status(message: Message) {
  const { status, error, nextTryAt } = message
  const { label, tone } = statusLabels[status]
  const tries = [
    formatAttempts(message),
    nextTryAt !== null && message.attempts > 0 && `next try at ${formatTime(new Date(nextTryAt))}`,
  ].filter(Boolean)
  return (
    <span className="block min-w-0">
      <Badge tone={tone}>{label}</Badge>
      {tries.length > 0 && <span className="ml-2 text-xs text-muted">{tries.join(', ')}</span>}
      {error !== null && (
        <span className="mt-1 line-clamp-2 text-xs break-words text-muted" title={error}>
          {error}
        </span>
      )}
    </span>
  )
}

type MessageHandlers = {
  /** Undefined if the user may not read the text. */
  onRead: ((message: Message) => void) | undefined
  /** No email or SMS provider: only a new invitation makes sense, whose link an administrator passes on. */
  isKept: boolean
}

/** Reads a message, or sends an unsent one again. */
function MessageActions({ message, onRead, isKept }: MessageHandlers & { message: Message }) {
  const { id, kind, recipient } = message
  const sending = useApiMutation({
    mutationFn: (_sent: void, call) => call(sendAgain, { params: { id } }),
    successToast: (sent) =>
      isKept
        ? { title: 'New link created', description: `Not sent to ${sent.recipient}.` }
        : { title: 'Sending message', description: `To ${sent.recipient}.` },
    errorToast: 'Failed to send the message again',
  })
  return (
    <span className="flex justify-end gap-2 max-md:justify-start">
      {canSendAgain(message) && (!isKept || kind === 'invitation') && (
        <Button
          variant="secondary"
          size="sm"
          isPending={sending.isPending}
          onClick={() => sending.run()}
        >
          {isKept ? 'New link' : 'Send again'}
          <span className="sr-only">
            {' '}
            {isKept ? 'for' : 'to'} {recipient}
          </span>
        </Button>
      )}
      {onRead && (
        <Button variant="ghost" size="sm" onClick={() => onRead(message)}>
          Read<span className="sr-only"> message to {recipient}</span>
        </Button>
      )}
    </span>
  )
}
