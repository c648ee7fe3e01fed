import { useQueryClient } from '@tanstack/react-query'
import { Share2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { shareConversation, withdrawConversation } from '#contract/sessions/transcripts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { storeSession } from '#web/lib/session-queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { OriginNote } from './origin-note.tsx'
import { SpokenText } from './compact-view.tsx'

/** Shares the conversation with the client after a preview, or stops sharing it. */
export function ShareConversation({ session }: { session: SessionDetail }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id, version, clientName, sharing } = session
  const keep = (changed: SessionDetail) => storeSession(queries, changed)
  const share = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(shareConversation, { params: { id }, body: { version } }),
    onSuccess: keep,
    successToast: () => ({
      title: 'Conversation shared',
      description: `${clientName} can now read it.`,
    }),
    errorToast: 'Failed to share the conversation. Please try again.',
    onSettled: () => setAsking(false),
  })
  const withdraw = useApiMutation({
    mutationFn: (_nothing: void, call) => call(withdrawConversation, { params: { id } }),
    onSuccess: keep,
    successToast: () => ({
      title: 'Conversation no longer shared',
      description: `${clientName} can no longer read it.`,
    }),
    errorToast: 'Failed to stop sharing. Please try again.',
  })
  if (sharing)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone="blue" icon={Share2}>
          Shared with <bdi>{clientName}</bdi>
        </Badge>
        <p className="text-xs text-muted">
          by <bdi>{sharing.sharedBy ?? 'a former user'}</bdi>, {formatDateTime(sharing.sharedAt)}
          {sharing.changedAt && ` · edited ${formatDateTime(sharing.changedAt)}`}
        </p>
        <Button
          variant="secondary"
          size="sm"
          icon={Undo2}
          isPending={withdraw.isPending}
          pendingLabel="Stopping..."
          onClick={() => withdraw.run()}
        >
          Stop sharing
        </Button>
      </div>
    )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={Share2}
        className="self-start"
        onClick={() => setAsking(true)}
      >
        Share with the client
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Share this conversation with ${clientName}?`}
        description={
          <>
            <p>
              <bdi>{clientName}</bdi> will see the whole conversation, including later edits, with
              your name and the time. The raw transcript and the recording aren’t shared. You can
              stop sharing at any time.
            </p>
            <section
              aria-label="What will be shared"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard must get into it.
              tabIndex={0}
              className="relative mt-3 flex max-h-60 flex-col gap-3 overflow-y-auto rounded-md border border-line p-3 text-ink"
            >
              <OriginNote origin={session.conversationOrigin} />
              <SpokenText text={session.transcribedTextScripted ?? ''} isFull />
            </section>
          </>
        }
        confirmLabel="Share conversation"
        pendingLabel="Sharing..."
        tone="primary"
        isPending={share.isPending}
        onConfirm={() => share.run()}
      />
    </>
  )
}
