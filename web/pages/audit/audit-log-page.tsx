import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { exportAuditEntries, mostExported } from '#contract/audit.ts'
import { AuditEntries } from '#web/features/audit/audit-entries.tsx'
import { AuditFilters } from '#web/features/audit/audit-filters.tsx'
import { actionInWords } from '#web/features/audit/audit-words.ts'
import { instantOr } from '#web/features/audit/local-time.ts'
import { Outbox } from '#web/features/audit/outbox.tsx'
import { RequireRole } from '#web/features/auth/require-role.tsx'
import { urlOf } from '#web/lib/api.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { count } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useListAddress } from '#web/lib/use-list-address.ts'
import { Button } from '#web/ui/button.tsx'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

export function AuditLogPage() {
  return (
    <RequireRole roles={['system_admin']}>
      <AuditLog />
    </RequireRole>
  )
}

function AuditLog() {
  usePageTitle('Audit Log')
  const [search, setSearch] = useSearchParams()
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Audit Log"
        subtitle="Who did what, when and from where; while somebody acted as another user, with both of them."
      />
      <Tabs
        label="Audit log"
        value={search.get('tab') === 'outbox' ? 'outbox' : 'entries'}
        onValueChange={(tab) =>
          // The filters are those of the log.
          setSearch(tab === 'outbox' ? { tab } : {}, { replace: true })
        }
        tabs={[
          { value: 'entries', label: 'Entries', content: <Entries /> },
          { value: 'outbox', label: 'Outbox', content: <Outbox /> },
        ]}
      />
    </div>
  )
}

const filterNames = ['action', 'row', 'from', 'to'] as const
const chipNames = { action: 'Action', row: 'Row', from: 'From', to: 'Before' } as const

function Entries() {
  const { q, text, setText, filters: asked, setFilter, clear } = useListAddress(filterNames)
  // An address made by hand may hold what is no id and no time.
  const filters = {
    action: asked.action,
    row: z.uuid().safeParse(asked.row).success ? asked.row : '',
    from: instantOr(asked.from),
    to: instantOr(asked.to),
  }
  const query = {
    person: q || undefined,
    action: filters.action || undefined,
    row: filters.row || undefined,
    from: filters.from || undefined,
    to: filters.to || undefined,
  }
  const inWords = {
    action: actionInWords,
    row: (id: string) => id,
    from: shortDateTime,
    to: shortDateTime,
  }
  return (
    <>
      <AuditFilters person={text} onPerson={setText} filters={filters} onFilter={setFilter} />
      <FiltersInForce
        filters={[
          ...(q ? [{ name: 'Person', value: q, onLift: () => setText('') }] : []),
          ...filterNames
            .filter((name) => filters[name])
            .map((name) => ({
              name: chipNames[name],
              value: inWords[name](filters[name]),
              onLift: () => setFilter(name, ''),
            })),
        ]}
        onClear={clear}
      />
      <AuditEntries
        query={query}
        onRow={(row) => setFilter('row', row)}
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
