import { useQuery } from '@tanstack/react-query'
import { listNoteVersions } from '#contract/notes/notes.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type NoteSubject, toSent } from './use-note.ts'

type NoteVersionsProps = {
  subject: NoteSubject
  /** Missing while something is unsaved, which it would replace. False if that fails. */
  onRestore: ((text: string) => Promise<boolean>) | undefined
  onClose: () => void
}

/** Earlier texts of a note. */
export function NoteVersions({ subject, onRestore, onClose }: NoteVersionsProps) {
  const read = useQuery(queryFor(listNoteVersions, toSent(subject)))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Versions of this note"
      description="Restoring one keeps the current text as a version."
    >
      <ReadState
        read={read}
        loading={<Skeleton className="h-32" />}
        failed="The versions could not be loaded"
      >
        {(versions) =>
          versions.length ? (
            <ol className="divide-y divide-line">
              {versions.map(({ id, text, savedAt }) => (
                <li key={id} className="flex flex-col gap-2 py-3 first:pt-0">
                  <div className="flex flex-wrap items-center justify-between gap-2">
                    <time dateTime={savedAt} className="font-semibold">
                      {formatDateTime(savedAt)}
                    </time>
                    {onRestore && (
                      <Button
                        variant="secondary"
                        size="sm"
                        aria-label={`Restore the version of ${formatDateTime(savedAt)}`}
                        onClick={() => void onRestore(text).then(onClose)}
                      >
                        Restore
                      </Button>
                    )}
                  </div>
                  <p dir="auto" className="break-words whitespace-pre-wrap">
                    {text}
                  </p>
                </li>
              ))}
            </ol>
          ) : (
            <p className="text-muted">No earlier versions yet.</p>
          )
        }
      </ReadState>
    </Dialog>
  )
}
