import { useQuery } from '@tanstack/react-query'
import { listAuditActions } from '#contract/audit.ts'
import { mostSearched } from '#contract/paging.ts'
import { read } from '#web/lib/query.ts'
import { ChoiceField, IdField, TimeField } from '#web/parts/filter-fields.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { formatAction } from './audit-labels.ts'

type AuditFilterName = 'action' | 'row' | 'from' | 'to'

type AuditFiltersProps = {
  person: string
  onPerson: (text: string) => void
  /** As the address has them: instants in UTC. */
  filters: Partial<Record<AuditFilterName, string>>
  onFilter: (name: AuditFilterName, value: string) => void
}

/** Person, action, row, and time. */
export function AuditFilters({ person, onPerson, filters, onFilter }: AuditFiltersProps) {
  const { action = '', row = '', from = '', to = '' } = filters
  const { data: actions = [] } = useQuery(read(listAuditActions, {}))
  return (
    <div className="mb-4 flex flex-col gap-3 print:hidden">
      <SearchInput
        label="Search entries by person"
        placeholder="Search entries by a person's name or email..."
        value={person}
        onChange={onPerson}
        maxLength={mostSearched}
        className="max-w-md"
      />
      <div className="grid grid-cols-4 gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        <ChoiceField
          label="Action"
          all="All Actions"
          value={action}
          options={actions.map((value) => ({ value, label: formatAction(value) }))}
          onValue={(chosen) => onFilter('action', chosen)}
          labelOf={formatAction}
        />
        {/* Anew for a row from elsewhere: the cross of its chip, or a click on a row's id. */}
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
    </div>
  )
}
