import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { storeSession, transcriptQuery } from '#web/lib/session-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { OriginNote } from './origin-note.tsx'

/** Says who or what made the conversation, and lets a person confirm that they have read it. */
export function CheckConversation({ session }: { session: SessionDetail }) {
  const queries = useQueryClient()
  const { id, version, conversationOrigin } = session
  const { run, isPending } = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { isConversationChecked: true, version },
      }),
    onSuccess: (saved) => {
      storeSession(queries, saved)
      queries.setQueryData(
        transcriptQuery(id).queryKey,
        (before) => before && { ...before, conversationOrigin: saved.conversationOrigin },
      )
    },
    successToast: () => ({ title: 'Conversation marked as checked' }),
    errorToast: 'Failed to mark the conversation as checked. Please try again.',
  })
  if (!conversationOrigin) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <OriginNote origin={conversationOrigin} />
      {conversationOrigin.checkedAt === null && (
        <Button
          variant="secondary"
          size="sm"
          icon={Check}
          isPending={isPending}
          pendingLabel="Saving..."
          onClick={() => run()}
        >
          Mark as checked
        </Button>
      )}
    </div>
  )
}
