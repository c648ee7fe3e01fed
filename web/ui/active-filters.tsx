import { Button } from './button.tsx'
import { Chip } from './chip.tsx'

export type ActiveFilter = {
  name: string
  /** The label of the value: "Coach". Not filtered without one. */
  value: string | undefined
  onLift: () => void
}

type ActiveFiltersProps = { filters: readonly ActiveFilter[]; onClear: () => void }

/** The filters of a list as removable chips, with a button that clears them all. */
export function ActiveFilters({ filters, onClear }: ActiveFiltersProps) {
  const inForce = filters.filter(({ value }) => value)
  if (!inForce.length) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {inForce.map(({ name, value, onLift }) => (
        <Chip key={name} removeLabel={`Remove filter ${name}: ${value}`} onRemove={onLift}>
          {name}: {value}
        </Chip>
      ))}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear ({inForce.length})
      </Button>
    </div>
  )
}
