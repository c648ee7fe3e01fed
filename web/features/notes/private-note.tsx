import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { maxNoteCharacters, type Note, listFormerNotes } from '#contract/notes/notes.ts'
import { isCoach } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { serverMessage } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { isNotFound, ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NoteVersions } from './note-versions.tsx'
import { noteQuery, type NoteSubject, useNote, toSent } from './use-note.ts'
import { queryFor } from '#web/lib/query.ts'

/** The coach's own note about a client or a session; nothing for anybody else. */
export function PrivateNote(subject: NoteSubject) {
  const user = useSignedInUser()
  return isCoach(user) && !user.isImpersonating && <OwnNote {...subject} />
}

function OwnNote(subject: NoteSubject) {
  const read = useQuery(noteQuery(subject))
  // Of another coach's client, which an administrator sees too.
  if (isNotFound(read.error)) return null
  return (
    <section aria-label="Private note" className="flex flex-col gap-4">
      <ReadState
        read={read}
        loading={<Skeleton className="h-44" />}
        failed="The note could not be loaded"
      >
        {({ note, isForNextCoach }) => (
          <>
            <NoteEditor subject={subject} note={note} isForNextCoach={isForNextCoach} />
            {isForNextCoach && <FormerNotes {...subject} />}
          </>
        )}
      </ReadState>
    </section>
  )
}

type NoteEditorProps = { subject: NoteSubject; note: Note | null; isForNextCoach: boolean }

function NoteEditor({ subject, note, isForNextCoach }: NoteEditorProps) {
  const own = useNote(subject, note)
  const [areVersionsOpen, setVersionsOpen] = useState(false)
  const isConflict = own.problem?.kind === 'other-window'
  return (
    <div className="flex flex-col gap-2">
      {isConflict && <Conflict own={own} theirs={note?.text ?? ''} />}
      <Field
        label={subject.sessionId ? 'Private note on this session' : 'Private note on this client'}
        hint={
          isForNextCoach
            ? 'Only you, and a coach who takes this client over, can read it.'
            : 'Only you can read it.'
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            maxLength={maxNoteCharacters}
            value={own.text}
            onChange={(event) => own.setText(event.target.value)}
            onBlur={() => void own.flush()}
          />
        )}
      </Field>
      <div className="flex min-h-8 items-center justify-between gap-3 text-xs text-muted">
        <Status own={own} />
        {note && (
          <IconButton
            label="Versions of this note"
            icon={History}
            size="sm"
            onClick={() => void own.flush().then(() => setVersionsOpen(true))}
          />
        )}
      </div>
      {areVersionsOpen && (
        <NoteVersions
          subject={subject}
          onRestore={own.isSaved ? own.replaceBy : undefined}
          onClose={() => setVersionsOpen(false)}
        />
      )}
    </div>
  )
}

type OwnProps = { own: ReturnType<typeof useNote> }

function Status({ own: { problem, isSaved, savedAt } }: OwnProps) {
  if (problem?.kind === 'unsent')
    return (
      <p role="alert" className="text-amber-ink">
        Not saved: no connection. Your text stays here, and saving is tried again.
      </p>
    )
  if (problem?.kind === 'rejected')
    return (
      <p role="alert" className="text-red-ink">
        Not saved. {serverMessage(problem.error, 'Please try again.')}
      </p>
    )
  if (problem) return <p>Not saved</p>
  if (!isSaved) return <p>Saving...</p>
  return <p>{savedAt && `Saved ${formatDateTime(savedAt)}`}</p>
}

const Conflict = ({ own, theirs }: OwnProps & { theirs: string }) => (
  <Banner tone="amber" role="alert">
    <strong>You changed this note in another window.</strong> What you typed here isn’t saved yet.
    Whichever you choose, the other one is kept as a version.
    <Field label="In the other window" className="mt-2">
      {(control) => <Textarea {...control} readOnly rows={4} value={theirs} />}
    </Field>
    <div className="mt-2 flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => void own.replaceBy(own.text)}>
        Keep this one
      </Button>
      <Button variant="secondary" size="sm" onClick={() => void own.take(theirs)}>
        Take the other one
      </Button>
    </div>
  </Banner>
)

/** Notes of former coaches; nothing where there are none. */
function FormerNotes(subject: NoteSubject) {
  const read = useQuery(queryFor(listFormerNotes, toSent(subject)))
  return (
    <ReadState read={read} loading={null} failed="The notes of former coaches could not be loaded">
      {(notes) =>
        notes.map(({ id, author, text, savedAt }) => (
          <article key={id} className="rounded-md border border-line bg-sunken p-3">
            <h3 className="text-xs text-muted">
              Note by <bdi>{author}</bdi>, former coach · {formatDateTime(savedAt)}
            </h3>
            <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
              {text}
            </p>
          </article>
        ))
      }
    </ReadState>
  )
}
