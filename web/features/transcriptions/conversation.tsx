import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { compactCharacters, type SessionDetail, updateSession } from '#contract/sessions.ts'
import { useWrite } from '#web/lib/query.ts'
import { sessionReads } from '#web/lib/session-reads.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { compacted } from './raw-transcript.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'

const failure = 'Failed to update transcript. Please try again.'

/** The conversation that was made of a raw transcript: view, edit, save or cancel (specification part 2, section 4). */
export function Conversation({ session }: { session: SessionDetail }) {
  const toast = useToast()
  const [isFull, setFull] = useState(false)
  /** What is being typed; null while nobody edits. It outlives a failed save. */
  const [draft, setDraft] = useState<string | null>(null)
  const save = useWrite(updateSession, { refresh: sessionReads })
  const text = session.transcribedTextScripted ?? ''

  if (draft === null)
    return (
      <div className="flex flex-col gap-3">
        <p className="max-w-prose break-words whitespace-pre-wrap">
          {isFull ? text : compacted(text)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" icon={Pencil} onClick={() => setDraft(text)}>
            Edit
          </Button>
          {text.length > compactCharacters && (
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={isFull}
              onClick={() => setFull(!isFull)}
            >
              {isFull ? 'Compact view' : 'Full view'}
            </Button>
          )}
        </div>
      </div>
    )

  const submit = () =>
    save.mutate(
      {
        params: { id: session.id },
        query: { transcripts: 'omit' },
        body: { transcribedTextScripted: draft },
      },
      {
        onSuccess: () => {
          setDraft(null)
          toast({ title: 'Conversation saved' })
        },
        onError: () => toast({ title: 'Error', description: failure, tone: 'destructive' }),
      },
    )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label="Conversation text"
        error={save.isError ? failure : undefined}
        hint="Ctrl or ⌘ with Enter saves."
      >
        {(control) => (
          <Textarea
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus made way for this field
            autoFocus
            rows={18}
            value={draft}
            readOnly={save.isPending}
            onChange={({ target }) => setDraft(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isPending={save.isPending} pendingLabel="Saving...">
          Save
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={save.isPending}
          onClick={() => {
            save.reset()
            setDraft(null)
          }}
        >
          Cancel
        </Button>
      </div>
      <UnsavedChanges isDirty={draft !== text} />
    </form>
  )
}
