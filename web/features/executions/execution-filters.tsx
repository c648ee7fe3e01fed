import { templateType, templateTypeLabel } from '#contract/prompts.ts'
import type { ExecutionFilters as Filters } from '#contract/executions.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ChoiceField, IdField, TimeField } from '#web/parts/filter-fields.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import type { FilterName } from './use-executions-url-state.ts'

type ExecutionFiltersProps = {
  filters: Filters
  onFilters: (changes: Partial<Record<FilterName, string>>) => void
  onClear: () => void
}

const statusLabels = { success: 'Success', error: 'Error' }

export const ExecutionFilters = ({ filters, onFilters, onClear }: ExecutionFiltersProps) => {
  const { templateType: type = '', status = '', from = '', to = '', sessionId = '' } = filters
  const inForce: [name: FilterName, title: string, value: string | undefined][] = [
    ['templateType', 'Type', type && templateTypeLabel[type]],
    ['status', 'Status', status && statusLabels[status]],
    ['from', 'From', from && formatDateTime(from)],
    ['to', 'Before', to && formatDateTime(to)],
    ['sessionId', 'Session', sessionId],
  ]
  return (
    <>
      <div className="mb-4 grid print:hidden grid-cols-[1fr_0.8fr_1.45fr_1.45fr_1fr] gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        <ChoiceField
          label="Type"
          all="All Types"
          value={type}
          options={templateType.options.map((value) => ({
            value,
            label: templateTypeLabel[value],
          }))}
          onValue={(chosen) => onFilters({ templateType: chosen })}
        />
        <ChoiceField
          label="Status"
          all="All"
          value={status}
          options={Object.entries(statusLabels).map(([value, label]) => ({ value, label }))}
          onValue={(chosen) => onFilters({ status: chosen })}
        />
        <TimeField label="From" instant={from} onInstant={(at) => onFilters({ from: at })} />
        <TimeField label="Before" instant={to} onInstant={(at) => onFilters({ to: at })} />
        {/* Remounts when the session changes outside this field. */}
        <IdField
          key={sessionId}
          label="Session"
          of="a session"
          id={sessionId}
          onId={(id) => onFilters({ sessionId: id })}
        />
      </div>
      <ActiveFilters
        filters={inForce.map(([filter, name, value]) => ({
          name,
          value,
          onLift: () => onFilters({ [filter]: '' }),
        }))}
        onClear={onClear}
      />
    </>
  )
}
