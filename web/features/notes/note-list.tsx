import { NotebookPen, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { type FoundNote, listMyNotes } from '#contract/notes/notes.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'

/** The own notes, newest first, each with the place that was searched for. */
export function NoteList({ q }: { q: string }) {
  const list = useList(listMyNotes, { q: q || undefined })
  return (
    <ListBody
      list={list}
      things="notes"
      countLine={
        <>
          {formatShownCount(list, 'notes')}
          {q && ` · ${formatMatchCount(list, 'note')}`}
        </>
      }
      skeleton={<RowsSkeleton label="Loading your notes" />}
      empty={
        <EmptyState
          icon={q ? SearchX : NotebookPen}
          title="No notes"
          hint={
            q
              ? 'Try other words.'
              : 'Write a private note in a client’s plan or beside one of their sessions.'
          }
        />
      }
    >
      <ul aria-label="Notes" className="divide-y divide-line">
        {list.rows.map((note) => (
          <li key={note.id} className="py-4 first:pt-0">
            <NoteRow note={note} q={q} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </ListBody>
  )
}

function NoteRow({ note, q }: { note: FoundNote; q: string }) {
  const { clientId, clientName, session, text, savedAt } = note
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link
          to={paths.plan(clientId, session ? { session: session.id } : undefined)}
          className="font-semibold text-brand-ink underline underline-offset-4 hover:text-ink"
        >
          <bdi>{clientName}</bdi>
          {session && (
            <>
              , <bdi>{session.name}</bdi>, {formatDateTime(session.date)}
            </>
          )}
        </Link>
        <span className="text-xs text-muted">Saved {formatDateTime(savedAt)}</span>
      </p>
      <p dir="auto" className="mt-1 line-clamp-4 break-words whitespace-pre-wrap">
        {cutAround(text, q)}
      </p>
    </>
  )
}

/** Characters before the first searched word, of a text that is shown in a few lines. */
const before = 80

/** The text from shortly before the first of the searched words. */
function cutAround(text: string, searched: string) {
  const [first = ''] = searched.split(/[\s,]+/).filter(Boolean)
  const at = plain(text).indexOf(plain(first))
  if (at <= before) return text
  return `…${text.slice(text.indexOf(' ', at - before) + 1)}`
}

/** As the server compares: without case and accents, at the same positions. */
const plain = (text: string) =>
  Array.from(text, (sign) => sign.normalize('NFD').toLowerCase().slice(0, sign.length)).join('')
