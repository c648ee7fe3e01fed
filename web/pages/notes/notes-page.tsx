import { listMyNotes } from '#contract/notes/notes.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { NoteList } from '#web/features/notes/note-list.tsx'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Filters } from '#web/parts/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export function NotesPage() {
  usePageTitle('My Notes')
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title="My Notes"
        subtitle="Your private notes on your clients and their sessions."
      />
      <OwnActs show="hidden">
        <Notes />
      </OwnActs>
    </div>
  )
}

function Notes() {
  const url = useListUrlState(listMyNotes, '-saved')
  return (
    <>
      <Filters url={url} search="Search your notes" fields={[]} />
      <NoteList q={url.q} />
    </>
  )
}
