import { templateType, templateTypeLabel } from '#contract/prompts.ts'
import type { ExecutionFilters as Filters } from '#contract/executions.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { IdField, TimeField } from '#web/parts/filter-fields.tsx'
import { Field } from '#web/ui/field.tsx'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { Select } from '#web/ui/select.tsx'
import type { FilterName } from './use-executions-address.ts'

type ExecutionFiltersProps = {
  filters: Filters
  onFilters: (changes: Partial<Record<FilterName, string>>) => void
  onClear: () => void
}

const statusWord = { success: 'Success', error: 'Error' }

/** Type and status, time, and session. */
export const ExecutionFilters = ({ filters, onFilters, onClear }: ExecutionFiltersProps) => {
  const { templateType: type = '', status = '', from = '', to = '', sessionId = '' } = filters
  const inForce: [name: FilterName, title: string, value: string | undefined][] = [
    ['templateType', 'Type', type && templateTypeLabel[type]],
    ['status', 'Status', status && statusWord[status]],
    ['from', 'From', from && shortDateTime(from)],
    ['to', 'Before', to && shortDateTime(to)],
    ['sessionId', 'Session', sessionId],
  ]
  return (
    <>
      <div className="mb-4 grid grid-cols-[1fr_0.8fr_1.45fr_1.45fr_1fr] gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        <Field label="Type">
          {(control) => (
            <Select
              {...control}
              value={type}
              onValueChange={(chosen) => onFilters({ templateType: chosen })}
              options={[
                { value: '', label: 'All Types' },
                ...templateType.options.map((value) => ({
                  value,
                  label: templateTypeLabel[value],
                })),
              ]}
            />
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              value={status}
              onValueChange={(chosen) => onFilters({ status: chosen })}
              options={[
                { value: '', label: 'All' },
                { value: 'success', label: statusWord.success },
                { value: 'error', label: statusWord.error },
              ]}
            />
          )}
        </Field>
        <TimeField label="From" instant={from} onInstant={(at) => onFilters({ from: at })} />
        <TimeField label="Before" instant={to} onInstant={(at) => onFilters({ to: at })} />
        {/* Anew for one from elsewhere: the cross of its chip, or the dialog of an execution. */}
        <IdField
          key={sessionId}
          label="Session"
          of="a session"
          id={sessionId}
          onId={(id) => onFilters({ sessionId: id })}
        />
      </div>
      <FiltersInForce
        filters={inForce.flatMap(([name, title, value]) =>
          value ? [{ name: title, value, onLift: () => onFilters({ [name]: '' }) }] : [],
        )}
        onClear={onClear}
      />
    </>
  )
}
