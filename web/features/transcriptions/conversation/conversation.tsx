import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { isTruncated, ViewSwitch } from './compact-view.tsx'
import { EditConversation } from './edit-conversation.tsx'
import { CheckConversation } from './check-conversation.tsx'
import { ShareConversation } from './share-conversation.tsx'
import { Turns } from './turns.tsx'

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
