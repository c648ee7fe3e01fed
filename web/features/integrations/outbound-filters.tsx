import type { CallOutcome } from '#contract/integrations.ts'
import { integrationTypes } from '#contract/providers/providers.ts'
import { ChoiceField, IdField } from '#web/parts/filter-fields.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import { outcomes } from './outbound-columns.tsx'
import { providerOptions, isExternal, providerLabel } from './provider-lookup.ts'

type Filters = { provider?: string; sessionId?: string; outcome?: CallOutcome }
type OutboundFiltersProps = {
  filters: Filters
  onFilters: (changes: Partial<Record<keyof Filters, string>>) => void
  onClear: () => void
}

const providers = integrationTypes.flatMap((type) =>
  providerOptions(type).filter(({ value }) => isExternal({ type, provider: value })),
)

export function OutboundFilters({ filters, onFilters, onClear }: OutboundFiltersProps) {
  const { provider = '', sessionId = '', outcome } = filters
  const inForce = [
    ['provider', 'Provider', provider && providerLabel(provider)],
    ['outcome', 'Result', outcome && outcomes[outcome].label],
    ['sessionId', 'Session', sessionId],
  ] as const
  return (
    <>
      <div className="mb-4 grid print:hidden grid-cols-3 gap-3 max-md:grid-cols-1">
        <ChoiceField
          label="Provider"
          all="All Providers"
          value={provider}
          options={providers}
          onValue={(chosen) => onFilters({ provider: chosen })}
          labelOf={providerLabel}
        />
        <ChoiceField
          label="Result"
          all="All"
          value={outcome ?? ''}
          options={Object.entries(outcomes).map(([value, { label }]) => ({ value, label }))}
          onValue={(chosen) => onFilters({ outcome: chosen })}
        />
        {/* Reset when the chip removes the filter. */}
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
