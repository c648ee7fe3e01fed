import { Pencil, Check } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { storeSession, transcriptQuery } from '#web/lib/session-queries.ts'
import { isTruncated, ViewSwitch } from './compact-view.tsx'
import { EditConversation } from './edit-conversation.tsx'
import { ShareConversation } from './share-conversation.tsx'
import { Turns } from './turns.tsx'
import { OriginNote } from './origin-note.tsx'

type ConversationProps = {
  session: SessionDetail
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  onSeek: ((seconds: number) => void) | undefined
}

/** View, edit, save or cancel (docs/product.md, "Conversation"). */
export function Conversation({ session, isEditing, onEdit, onSeek }: ConversationProps) {
  const [isFull, setFull] = useState(false)
  const [wasEdited, setEdited] = useState(false)
  const text = session.transcribedTextScripted ?? ''
  if (isEditing)
    return (
      <EditConversation
        session={session}
        onDone={() => {
          setEdited(true)
          onEdit(false)
        }}
      />
    )
  return (
    <div className="flex flex-col gap-3">
      <CheckConversation session={session} />
      <Turns text={text} segments={session.segments} isFull={isFull} onSeek={onSeek} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={Pencil}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that had the focus made way for this button
          autoFocus={wasEdited}
          onClick={() => onEdit(true)}
        >
          Edit
        </Button>
        {isTruncated(text) && <ViewSwitch isFull={isFull} onChange={setFull} />}
      </div>
      <ShareConversation session={session} />
    </div>
  )
}

/** Says who or what made the conversation, and lets a person confirm that they have read it. */
function CheckConversation({ session }: { session: SessionDetail }) {
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
