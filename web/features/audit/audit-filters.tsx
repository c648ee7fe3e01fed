import { useQuery } from '@tanstack/react-query'
import { listAuditActions } from '#contract/audit.ts'
import { mostSearched } from '#contract/paging.ts'
import { read } from '#web/lib/query.ts'
import { IdField, TimeField } from '#web/parts/filter-fields.tsx'
import { Field } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { actionInWords } from './audit-words.ts'

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
  // One that stands in the address is offered also before the list came.
  const known = actions.includes(action) || !action ? actions : [action, ...actions]
  return (
    <div className="mb-4 flex flex-col gap-3">
      <SearchInput
        label="Search entries by person"
        placeholder="Search entries by a person's name or email..."
        value={person}
        onChange={onPerson}
        maxLength={mostSearched}
        className="max-w-md"
      />
      <div className="grid grid-cols-4 gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        <Field label="Action">
          {(control) => (
            <Select
              {...control}
              value={action}
              onValueChange={(chosen) => onFilter('action', chosen)}
              options={[
                { value: '', label: 'All Actions' },
                ...known.map((name) => ({ value: name, label: actionInWords(name) })),
              ]}
            />
          )}
        </Field>
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
