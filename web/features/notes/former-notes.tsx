import { useQuery } from '@tanstack/react-query'
import { listFormerNotes } from '#contract/notes/notes.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { type NoteSubject, toSent } from './use-note.ts'

/** Notes of former coaches; nothing where there are none. */
export function FormerNotes(subject: NoteSubject) {
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
