import { riskLevel, waitingFor, waitingLabel } from '#contract/clients.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ClientFilter } from './client-list.tsx'

type CoachFiltersProps = {
  filters: Pick<ClientFilter, 'risk' | 'waitingFor'>
  /** '' removes a filter. */
  onFilters: (changes: { risk?: string; waitingFor?: string }) => void
}

export const CoachFilters = ({ filters, onFilters }: CoachFiltersProps) => (
  <>
    <Select
      aria-label="Risk"
      value={filters.risk ?? ''}
      onValueChange={(risk) => onFilters({ risk })}
      options={[
        { value: '', label: 'All risk levels' },
        ...riskLevel.options.toReversed().map((it) => ({ value: it, label: riskLabel[it] })),
      ]}
      className="w-40 max-w-40 max-md:w-full max-md:max-w-none"
    />
    <Select
      aria-label="Next step"
      value={filters.waitingFor ?? ''}
      onValueChange={(it) => onFilters({ waitingFor: it })}
      options={[
        { value: '', label: 'All next steps' },
        ...waitingFor
          .exclude(['coach'])
          .options.map((it) => ({ value: it, label: waitingLabel[it] })),
      ]}
      className="w-52 max-w-52 max-md:w-full max-md:max-w-none"
    />
  </>
)
