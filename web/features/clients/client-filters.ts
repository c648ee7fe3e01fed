import { useQuery } from '@tanstack/react-query'
import {
  listMyOrganizations,
  riskLevel,
  waitingFor,
  waitingLabel,
} from '#contract/clients/clients.ts'
import { getOrganization, listOrganizations } from '#contract/organizations/organizations.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import type { FilterField } from '#web/parts/filters.tsx'
import { riskLabel } from '#web/parts/risk.tsx'

/** Administrators filter by any organization, and by the next step with its figure; coaches by their clients' own. */
export function useClientFilters(
  isForAdmin: boolean,
  organizationId: string | undefined,
): FilterField<'organizationId' | 'risk' | 'waitingFor'>[] {
  const found = useOptionSearch(listOrganizations, (it) => ({ value: it.id, label: it.name }))
  const one = useQuery({
    ...queryFor(getOrganization, { params: { id: organizationId ?? '' } }),
    enabled: isForAdmin && organizationId !== undefined,
  })
  const own = useQuery({ ...queryFor(listMyOrganizations, {}), enabled: !isForAdmin })
  const organization = {
    name: 'organizationId',
    label: 'Organization',
    all: 'All Organizations',
  } as const
  const step = {
    name: 'waitingFor',
    label: 'Next step',
    options: waitingFor.options
      .filter((it) => isForAdmin || it !== 'coach')
      .map((it) => ({ value: it, label: waitingLabel[it] })),
  } as const
  if (isForAdmin)
    return [
      { ...organization, kind: 'searched', found, labelOf: () => one.data?.name ?? '…' },
      { ...step, kind: 'chip' },
    ]
  return [
    {
      ...organization,
      kind: 'choice',
      options: (own.data ?? []).map((it) => ({ value: it.id, label: it.name })),
    },
    {
      kind: 'choice',
      name: 'risk',
      label: 'Risk',
      all: 'All risk levels',
      options: riskLevel.options.toReversed().map((it) => ({ value: it, label: riskLabel[it] })),
    },
    { ...step, kind: 'choice', all: 'All next steps' },
  ]
}
