import { useQuery } from '@tanstack/react-query'
import { listAuditActions } from '#contract/audit.ts'
import { queryFor } from '#web/lib/query.ts'
import { ChoiceField, IdField, TimeField } from '#web/parts/filter-fields.tsx'
import { formatAction } from './audit-labels.ts'
import { PersonFilter } from './person-filter.tsx'

type AuditFilterName = 'person' | 'action' | 'row' | 'from' | 'to'

type AuditFiltersProps = {
  /** From the URL; times are in UTC. */
  filters: Partial<Record<AuditFilterName, string>>
  onFilter: (name: AuditFilterName, value: string) => void
}

export function AuditFilters({ filters, onFilter }: AuditFiltersProps) {
  const { person = '', action = '', row = '', from = '', to = '' } = filters
  const { data: actions = [] } = useQuery(queryFor(listAuditActions, {}))
  return (
    <div className="mb-4 grid grid-cols-6 gap-3 max-md:grid-cols-1 md:*:col-span-2 md:*:nth-[n+4]:col-span-3 print:hidden">
      <PersonFilter id={person} onPerson={(id) => onFilter('person', id)} />
      <ChoiceField
        label="Action"
        all="All Actions"
        value={action}
        options={actions.map((value) => ({ value, label: formatAction(value) }))}
        onValue={(chosen) => onFilter('action', chosen)}
        labelOf={formatAction}
      />
      {/* Remounts when the row changes outside this field. */}
      <IdField
        key={`row ${row}`}
        label="Row"
        of="a row"
        id={row}
        onId={(id) => onFilter('row', id)}
      />
      <TimeField label="From" instant={from} onInstant={(at) => onFilter('from', at)} />
      <TimeField label="Before" instant={to} onInstant={(at) => onFilter('to', at)} />
    </div>
  )
}
