import { type WeekRange, weekRanges } from '#contract/rules/weeks.ts'
import { Select } from '#web/ui/select.tsx'

const getLabel = (range: WeekRange) => (range === 'all' ? 'All weeks' : `Last ${range} weeks`)

type WeekRangeFilterProps = { range: WeekRange; onChange: (range: WeekRange) => void }

/** See docs/product.md, "Weeks". */
export const WeekRangeFilter = ({ range, onChange }: WeekRangeFilterProps) => (
  <Select
    aria-label="Weeks"
    className="w-40"
    value={String(range)}
    onValueChange={(value) => onChange(weekRanges.find((it) => String(it) === value) ?? 'all')}
    options={weekRanges.map((it) => ({ value: String(it), label: getLabel(it) }))}
  />
)
