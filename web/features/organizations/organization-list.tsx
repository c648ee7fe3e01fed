import { Building2, SearchX } from 'lucide-react'
import { listOrganizations } from '#contract/organizations/organizations.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AddOrganization } from './add-organization.tsx'
import { OrganizationCard } from './organization-card.tsx'

type OrganizationListProps = { q: string; country: string; city: string }

/** Its texts are fixed (docs/product.md, "Organizations"). */
export function OrganizationList({ q, country, city }: OrganizationListProps) {
  const list = useList(listOrganizations, { q, country, city })
  const isFiltered = Boolean(q || country || city)
  return (
    <ListBody
      list={list}
      things="organizations"
      countLine={
        <>
          {formatShownCount(list, 'organizations')}
          {isFiltered && ` · ${formatMatchCount(list, 'organization')}`}
        </>
      }
      skeleton={<CardsSkeleton />}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : Building2}
          title="No organizations"
          hint={
            isFiltered
              ? 'Try adjusting your search or filter criteria.'
              : 'Get started by adding your first partner organization.'
          }
          action={!isFiltered && <AddOrganization />}
        />
      }
    >
      <ul aria-label="Organizations" className={gridLook}>
        {list.rows.map((organization) => (
          <li key={organization.id} className="min-w-0">
            <OrganizationCard organization={organization} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </ListBody>
  )
}

const gridLook = 'grid grid-cols-3 gap-4 max-xl:grid-cols-2 max-md:grid-cols-1'

const CardsSkeleton = () => (
  <div>
    <Spinner label="Loading organizations" className="sr-only" />
    <Skeleton className="mb-3 h-5 w-56" />
    <div className={gridLook}>
      {Array.from({ length: 6 }, (_, card) => (
        <Skeleton key={card} className="h-60" />
      ))}
    </div>
  </div>
)
