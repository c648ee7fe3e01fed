import { Download } from 'lucide-react'
import { exportAuditEntries, listAuditEntries, mostExported } from '#contract/audit.ts'
import { AuditEntries } from '#web/features/audit/audit-entries.tsx'
import { AuditFilters } from '#web/features/audit/audit-filters.tsx'
import { formatAction } from '#web/features/audit/audit-labels.ts'
import { RequireRole } from '#web/features/auth/require-role.tsx'
import { urlOf } from '#web/lib/api.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { count } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useListAddress } from '#web/lib/use-list-address.ts'
import { Button } from '#web/ui/button.tsx'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export function AuditLogPage() {
  return (
    <RequireRole roles={['system_admin']}>
      <AuditLog />
    </RequireRole>
  )
}

function AuditLog() {
  usePageTitle('Audit Log')
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Audit Log"
        subtitle="Who did what, when and from where; while somebody acted as another user, with both of them."
      />
      <Entries />
    </div>
  )
}

const filterNames = ['action', 'row', 'from', 'to'] as const
const chipNames = { action: 'Action', row: 'Row', from: 'From', to: 'Before' } as const

function Entries() {
  const { q, text, setText, filters, setFilters, sort, sorting, clear } = useListAddress(
    listAuditEntries,
    '-time',
  )
  const query = { ...filters, person: q || undefined }
  const inWords = {
    action: formatAction,
    row: (id: string) => id,
    from: shortDateTime,
    to: shortDateTime,
  }
  return (
    <>
      <AuditFilters
        person={text}
        onPerson={setText}
        filters={filters}
        onFilter={(name, value) => setFilters({ [name]: value })}
      />
      <FiltersInForce
        filters={[
          { name: 'Person', value: q, onLift: () => setText('') },
          ...filterNames.map((name) => ({
            name: chipNames[name],
            value: filters[name] && inWords[name](filters[name]),
            onLift: () => setFilters({ [name]: '' }),
          })),
        ]}
        onClear={clear}
      />
      <AuditEntries
        query={{ ...query, sort }}
        sorting={sorting}
        onRow={(row) => setFilters({ row })}
        actions={
          <Button asChild variant="secondary" size="sm" icon={Download}>
            <a
              href={urlOf(exportAuditEntries, { query })}
              download
              title={`The ${count(mostExported)} newest of these entries`}
            >
              Export CSV
            </a>
          </Button>
        }
      />
    </>
  )
}
