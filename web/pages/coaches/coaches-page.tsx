import { listCoaches } from '#contract/coaches.ts'
import { AddCoach } from '#web/features/coaches/add-coach-dialog.tsx'
import { CoachFilters } from '#web/features/coaches/coach-filters.tsx'
import { CoachList } from '#web/features/coaches/coach-list.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

/** See docs/product.md, "Coaches". */
export function CoachesPage() {
  usePageTitle('Coaches')
  const { q, text, setText, filters, setFilters, sort, sorting, clear } =
    useListUrlState(listCoaches)
  const filter = { q: q || undefined, ...filters }
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Coaches"
        subtitle="Manage your coaching staff and their patient assignments."
        actions={<AddCoach />}
      />
      <CoachFilters
        filter={filter}
        text={text}
        onText={setText}
        onFilters={setFilters}
        onClear={clear}
      />
      <CoachList filter={filter} sort={sort} sorting={sorting} />
    </div>
  )
}
