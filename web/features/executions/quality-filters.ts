import { analysisTypes } from '#contract/analysis/analysis.ts'
import type { AnalysisQuality, QualityFilters } from '#contract/analysis/analysis-quality.ts'
import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import { formatMonthAndYear } from '#web/lib/dates.ts'
import type { FilterField } from '#web/parts/filters.tsx'

export function qualityFilters(
  { from = '', to = '', provider = '', model = '' }: QualityFilters,
  choices: AnalysisQuality['choices'] | undefined,
): FilterField<keyof QualityFilters>[] {
  const months = monthOptions(choices?.months ?? null)
  return [
    {
      kind: 'choice',
      name: 'type',
      label: 'Type',
      all: 'All Types',
      options: analysisTypes.map((value) => ({ value, label: templateTypeLabel[value] })),
    },
    {
      kind: 'choice',
      name: 'metric',
      label: 'Metric',
      all: 'All metrics',
      options: choices?.metrics.map(({ key, label }) => ({ value: key, label })) ?? [],
      labelOf: (key) => key,
    },
    {
      kind: 'choice',
      name: 'from',
      label: 'From',
      all: 'First month',
      options: months.filter(({ value }) => !to || value <= to),
      labelOf: formatMonthAndYear,
    },
    {
      kind: 'choice',
      name: 'to',
      label: 'To',
      all: 'Last month',
      options: months.filter(({ value }) => !from || value >= from),
      labelOf: formatMonthAndYear,
    },
    {
      kind: 'choice',
      name: 'provider',
      label: 'Answered by',
      all: 'All providers',
      options: providerOptions(choices?.answerers ?? []),
      labelOf: () => [provider, model].filter(Boolean).join(', '),
      value: provider && JSON.stringify([provider, model || null]),
      changes: (value) => {
        const [by, with_] = (value ? JSON.parse(value) : []) as (string | null)[]
        return { provider: by ?? '', model: with_ ?? '' }
      },
    },
  ]
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
