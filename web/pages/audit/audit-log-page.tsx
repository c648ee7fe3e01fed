import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import {
  exportAuditEntries,
  listAuditActions,
  listAuditEntries,
  maxExportedEntries,
} from '#contract/audit/audit.ts'
import { listUsers, readUser } from '#contract/accounts/users.ts'
import { AuditEntries } from '#web/features/audit/audit-entries.tsx'
import { formatAction } from '#web/features/audit/audit-labels.ts'
import { buildUrl } from '#web/lib/api.ts'
import { useCsvSeparator } from '#web/lib/csv-separator.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { Filters, type FilterField } from '#web/parts/filters.tsx'
import { Button } from '#web/ui/button.tsx'
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

function Entries() {
  const url = useListUrlState(listAuditEntries, '-time')
  const { filters, setFilters } = url
  const { separator, toggle, toggleLabel } = useCsvSeparator()
  const fields = useAuditFilters(filters.person)
  return (
    <>
      <Filters url={url} fields={fields} />
      <AuditEntries
        query={{ ...filters, sort: url.sort }}
        sorting={url.sorting}
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

function useAuditFilters(person = ''): FilterField<'person' | 'action' | 'row' | 'from' | 'to'>[] {
  const { data: actions = [] } = useQuery(queryFor(listAuditActions, {}))
  const found = useOptionSearch(listUsers, (it) => ({
    value: it.id,
    label: `${formatPersonName(it)} (${it.email})`,
  }))
  const user = useQuery({
    ...queryFor(readUser, { params: { id: person } }),
    enabled: person !== '',
  })
  return [
    {
      kind: 'searched',
      name: 'person',
      label: 'Person',
      all: 'All People',
      found,
      // A deleted account has only its ID.
      labelOf: (id) => (user.data ? formatPersonName(user.data) : user.error ? id : '…'),
    },
    {
      kind: 'choice',
      name: 'action',
      label: 'Action',
      all: 'All Actions',
      options: actions.map((value) => ({ value, label: formatAction(value) })),
      labelOf: formatAction,
    },
    { kind: 'id', name: 'row', label: 'Row', of: 'a row' },
    { kind: 'time', name: 'from', label: 'From' },
    { kind: 'time', name: 'to', label: 'Before' },
  ]
}
