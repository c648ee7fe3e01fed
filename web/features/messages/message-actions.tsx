import { canSendAgain, type Message, sendAgain } from '#contract/messages/messages.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'

export type MessageHandlers = {
  /** Undefined if the user may not read the text. */
  onRead: ((message: Message) => void) | undefined
  /** No email or SMS provider: only a new invitation makes sense, whose link an administrator passes on. */
  isKept: boolean
}

/** Reads a message, or sends an unsent one again. */
export function MessageActions({
  message,
  onRead,
  isKept,
}: MessageHandlers & { message: Message }) {
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
