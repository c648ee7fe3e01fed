import { Download } from 'lucide-react'
import { exportAuditEntries, listAuditEntries, maxExportedEntries } from '#contract/audit.ts'
import { AuditEntries } from '#web/features/audit/audit-entries.tsx'
import { AuditFilters } from '#web/features/audit/audit-filters.tsx'
import { formatAction } from '#web/features/audit/audit-labels.ts'
import { usePersonName } from '#web/features/audit/person-filter.tsx'
import { buildUrl } from '#web/lib/api.ts'
import { useCsvSeparator } from '#web/lib/csv-separator.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export function AuditLogPage() {
  usePageTitle('Audit Log')
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Audit Log"
        subtitle="Who did what, when and from where, including who was impersonating whom."
      />
      <Entries />
    </div>
  )
}

const filterNames = ['person', 'action', 'row', 'from', 'to'] as const
const chipNames = {
  person: 'Person',
  action: 'Action',
  row: 'Row',
  from: 'From',
  to: 'Before',
} as const

function Entries() {
  const { filters, setFilters, sort, sorting, clear } = useListUrlState(listAuditEntries, '-time')
  const { separator, toggle, toggleLabel } = useCsvSeparator()
  const name = usePersonName(filters.person ?? '')
  const labels = {
    person: () => name,
    action: formatAction,
    row: (id: string) => id,
    from: formatDateTime,
    to: formatDateTime,
  }
  return (
    <>
      <AuditFilters filters={filters} onFilter={(name, value) => setFilters({ [name]: value })} />
      <ActiveFilters
        filters={filterNames.map((it) => ({
          name: chipNames[it],
          value: filters[it] && labels[it](filters[it]),
          onLift: () => setFilters({ [it]: '' }),
        }))}
        onClear={clear}
      />
      <AuditEntries
        query={{ ...filters, sort }}
        sorting={sorting}
        onRow={(row) => setFilters({ row })}
        actions={
          <>
            <Button variant="ghost" size="sm" onClick={toggle}>
              {toggleLabel}
            </Button>
            <Button asChild variant="secondary" size="sm" icon={Download}>
              <a
                href={buildUrl(exportAuditEntries, { query: { ...filters, separator } })}
                download
                title={`Exports up to ${formatCount(maxExportedEntries)} of the newest entries`}
              >
                Export CSV
              </a>
            </Button>
          </>
        }
      />
    </>
  )
}
