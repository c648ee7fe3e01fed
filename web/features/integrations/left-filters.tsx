import type { CallOutcome } from '#contract/integrations.ts'
import { integrationTypes } from '#contract/providers/providers.ts'
import { IdField } from '#web/parts/filter-fields.tsx'
import { Field } from '#web/ui/field.tsx'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { Select } from '#web/ui/select.tsx'
import { choicesOf, isOutside, labelOf } from './provider-of.ts'

type Filters = { provider?: string; sessionId?: string; outcome?: CallOutcome }
type LeftFiltersProps = {
  filters: Filters
  onFilters: (changes: Partial<Record<keyof Filters, string>>) => void
  onClear: () => void
}

const outcomes: Record<CallOutcome, string> = {
  success: 'Success',
  failure: 'Failed',
  open: 'No end yet',
}
const providers = integrationTypes.flatMap((type) =>
  choicesOf(type).filter(({ value }) => isOutside({ type, provider: value })),
)

/** Provider, result and session. */
export function LeftFilters({ filters, onFilters, onClear }: LeftFiltersProps) {
  const { provider = '', sessionId = '', outcome } = filters
  const known = providers.some(({ value }) => value === provider) || !provider
  const inForce = [
    ['provider', 'Provider', provider && labelOf(provider)],
    ['outcome', 'Result', outcome && outcomes[outcome]],
    ['sessionId', 'Session', sessionId],
  ] as const
  return (
    <>
      <div className="mb-4 grid grid-cols-3 gap-3 max-md:grid-cols-1">
        <Field label="Provider">
          {(control) => (
            <Select
              {...control}
              value={provider}
              onValueChange={(chosen) => onFilters({ provider: chosen })}
              options={[
                { value: '', label: 'All Providers' },
                ...providers,
                ...(known ? [] : [{ value: provider, label: labelOf(provider) }]),
              ]}
            />
          )}
        </Field>
        <Field label="Result">
          {(control) => (
            <Select
              {...control}
              value={outcome ?? ''}
              onValueChange={(chosen) => onFilters({ outcome: chosen })}
              options={[
                { value: '', label: 'All' },
                ...Object.entries(outcomes).map(([value, label]) => ({ value, label })),
              ]}
            />
          )}
        </Field>
        {/* Anew for one from elsewhere: the cross of its chip. */}
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
