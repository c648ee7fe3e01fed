import { analysisTypes } from '#contract/analysis.ts'
import type { AnalysisQuality, QualityFilters as Filters } from '#contract/analysis-quality.ts'
import { templateTypeLabel } from '#contract/prompts.ts'
import { formatMonthAndYear } from '#web/lib/dates.ts'
import { ChoiceField } from '#web/parts/filter-fields.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'

type QualityFiltersProps = {
  filters: Filters
  choices: AnalysisQuality['choices'] | undefined
  onFilters: (changes: Partial<Record<keyof Filters, string>>) => void
}

export function QualityFilters({ filters, choices, onFilters }: QualityFiltersProps) {
  const { type = '', metric = '', from = '', to = '', provider = '', model = '' } = filters
  const metrics = choices?.metrics.map(({ key, label }) => ({ value: key, label })) ?? []
  const months = monthOptions(choices?.months ?? null)
  const answerers = providerOptions(choices?.answerers ?? [])
  const answerer = provider && JSON.stringify([provider, model || null])
  const named = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((it) => it.value === value)?.label ?? value
  const inForce: [title: string, value: string, lifted: (keyof Filters)[]][] = [
    ['Type', type && templateTypeLabel[type], ['type']],
    ['Metric', metric && named(metrics, metric), ['metric']],
    ['From', from && formatMonthAndYear(from), ['from']],
    ['To', to && formatMonthAndYear(to), ['to']],
    ['Answered by', answerer && named(answerers, answerer), ['provider', 'model']],
  ]
  const lifted = (names: readonly (keyof Filters)[]) =>
    Object.fromEntries(names.map((name) => [name, '']))
  return (
    <>
      <div className="mb-6 grid grid-cols-5 gap-3 max-lg:grid-cols-2 max-lg:[&>:last-child]:col-span-2">
        <ChoiceField
          label="Type"
          all="All Types"
          value={type}
          options={analysisTypes.map((value) => ({ value, label: templateTypeLabel[value] }))}
          onValue={(value) => onFilters({ type: value })}
        />
        <ChoiceField
          label="Metric"
          all="All metrics"
          value={metric}
          options={metrics}
          onValue={(value) => onFilters({ metric: value })}
        />
        <ChoiceField
          label="From"
          all="First month"
          value={from}
          options={months.filter(({ value }) => !to || value <= to)}
          onValue={(value) => onFilters({ from: value })}
        />
        <ChoiceField
          label="To"
          all="Last month"
          value={to}
          options={months.filter(({ value }) => !from || value >= from)}
          onValue={(value) => onFilters({ to: value })}
        />
        <ChoiceField
          label="Answered by"
          all="All providers"
          value={answerer}
          options={answerers}
          onValue={(value) => {
            const [by = '', with_ = null] = value
              ? (JSON.parse(value) as [string, string | null])
              : []
            onFilters({ provider: by, model: with_ ?? '' })
          }}
        />
      </div>
      <ActiveFilters
        filters={inForce.map(([name, value, names]) => ({
          name,
          value,
          onLift: () => onFilters(lifted(names)),
        }))}
        onClear={() => onFilters(lifted(inForce.flatMap(([, , names]) => names)))}
      />
    </>
  )
}

/** Each provider with any model, then with each of its models. */
function providerOptions(all: AnalysisQuality['choices']['answerers']) {
  return [...Map.groupBy(all, ({ provider }) => provider)].flatMap(([provider, models]) => {
    const label = models[0]?.label ?? provider
    return [
      { value: JSON.stringify([provider, null]), label },
      ...models.flatMap(({ model }) =>
        model === null
          ? []
          : [{ value: JSON.stringify([provider, model]), label: `${label}, ${model}` }],
      ),
    ]
  })
}

/** Newest first, at most ten years. */
function monthOptions(between: AnalysisQuality['choices']['months']) {
  if (!between) return []
  const place = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  const [first, last] = [place(between.first), place(between.last)]
  return Array.from({ length: Math.min(120, last - first + 1) }, (_, back) => {
    const value = `${Math.floor((last - back) / 12)}-${String(((last - back) % 12) + 1).padStart(2, '0')}`
    return { value, label: formatMonthAndYear(value) }
  })
}
