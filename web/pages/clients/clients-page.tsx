import { useQuery } from '@tanstack/react-query'
import {
  listClients,
  listMyCoachClients,
  countClients,
  type WaitingFor,
  waitingFor,
  waitingLabel,
  listMyOrganizations,
  riskLevel,
} from '#contract/clients/clients.ts'
import { isAdmin } from '#contract/roles.ts'
import { getOrganization, listOrganizations } from '#contract/organizations/organizations.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { Filters, type FilterField } from '#web/parts/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { FiguresState } from '#web/parts/figures-state.tsx'
import { StatCard, StatRow } from '#web/ui/stat-card.tsx'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { riskLabel } from '#web/parts/risk.tsx'

/** See docs/product.md, "Clients". */
export function ClientsPage() {
  const user = useSignedInUser()
  const isForAdmin = isAdmin(user)
  const title = isForAdmin ? 'Clients' : 'My Clients'
  usePageTitle(title)
  // Once per page, or two would overwrite each other's search. Administrators have no filter by risk.
  const list = (isForAdmin ? listClients : listMyCoachClients) as typeof listMyCoachClients
  const url = useListUrlState(list, isForAdmin ? 'name' : '-need')
  const { waitingFor, organizationId, risk } = url.filters
  const fields = useClientFilters(isForAdmin, organizationId)
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title={title} />
      {isForAdmin && (
        <ClientStats
          chosen={waitingFor}
          onChoose={(waiting) => url.setFilters({ waitingFor: waiting })}
        />
      )}
      <Filters url={url} search="Search clients by name or email" fields={fields} />
      <ClientList
        user={user}
        filter={{ q: url.q || undefined, waitingFor, organizationId, risk }}
        sort={url.sort}
        sorting={url.sorting}
        onClear={url.clear}
      />
    </div>
  )
}

type ClientStatsProps = {
  chosen: WaitingFor | undefined
  /** '' for all clients. */
  onChoose: (waiting: WaitingFor | '') => void
}

/** Counts of an administrator's clients; each filters the list. */
function ClientStats({ chosen, onChoose }: ClientStatsProps) {
  const figures = useQuery(queryFor(countClients, {}))
  return (
    <FiguresState read={figures}>
      {(data) => (
        <StatRow label="Clients by next step">
          <StatCard
            label="All Clients"
            value={data && formatCount(data.total)}
            isPressed={chosen === undefined}
            onClick={() => onChoose('')}
          />
          {waitingFor.options.map((work) => (
            <StatCard
              key={work}
              label={waitingLabel[work]}
              value={data && formatCount(data.waitingFor[work])}
              isPressed={chosen === work}
              onClick={() => onChoose(chosen === work ? '' : work)}
            />
          ))}
        </StatRow>
      )}
    </FiguresState>
  )
}

/** Administrators filter by any organization, and by the next step with its figure; coaches by their clients' own. */
function useClientFilters(
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
