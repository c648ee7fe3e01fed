import {
  Building2,
  SearchX,
  CalendarDays,
  type LucideIcon,
  MapPin,
  Users,
  Plus,
} from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import {
  listOrganizations,
  type Organization,
  createOrganization,
  organizationForm,
} from '#contract/organizations/organizations.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { formatDate } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { countriesQuery } from '#web/lib/countries.ts'
import { EditOrganization } from './edit-organization.tsx'
import { toBody, newOrganization, OrganizationFields } from './organization-fields.tsx'

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

type OrganizationCardProps = { organization: Organization }

/** One organization of the list (docs/product.md, "Organizations"). */
const OrganizationCard = memo(function OrganizationCard({ organization }: OrganizationCardProps) {
  const { search } = useLocation()
  const { id, name, description, city, country, createdAt, employeeCount } = organization
  return (
    <article className="flex h-full flex-col rounded-md border border-line bg-surface p-5 max-md:p-4">
      <h2 dir="auto" className="truncate text-base" title={name}>
        {name}
      </h2>
      <p className="mt-1 line-clamp-2 min-h-10.5 max-md:min-h-0 break-words text-muted">
        {description || 'No description provided'}
      </p>
      <ul className="mt-4 flex flex-col gap-1.5">
        <Line icon={MapPin}>{[city, country].filter(Boolean).join(', ') || 'No location'}</Line>
        <Line icon={CalendarDays}>
          Created <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </Line>
        <Line icon={Users}>
          {formatCount(employeeCount)} {employeeCount === 1 ? 'employee' : 'employees'}
        </Line>
      </ul>
      <div className="mt-auto flex gap-2 pt-5">
        <Button asChild variant="secondary" size="sm">
          <Link to={paths.organization(id)} state={{ listSearch: search }}>
            Manage<span className="sr-only"> {name}</span>
          </Link>
        </Button>
        <EditOrganization organization={organization} variant="ghost" />
      </div>
    </article>
  )
})

const Line = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex min-w-0 items-center gap-2 tabular-nums">
    <Icon aria-hidden size={16} className="shrink-0 text-muted" />
    <span className="truncate">{children}</span>
  </li>
)

/** The button and its dialog; its texts are fixed (docs/product.md, "Organizations"). */
export function AddOrganization() {
  const [isOpen, setOpen] = useState(false)
  const countries = useQuery(countriesQuery)
  const navigate = useNavigate()
  return (
    <>
      <Button icon={Plus} onClick={() => setOpen(true)}>
        Add Organization
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add Organization"
        description="Employees register with the organization's own onboarding link."
        schema={organizationForm}
        // The form also works without the list of countries.
        defaults={countries.isPending ? undefined : newOrganization(countries.data ?? [])}
        draftKey="new organization"
        submitLabel="Create Organization"
        pendingLabel="Creating..."
        mutationFn={({ fields }, call) => call(createOrganization, { body: toBody(fields) })}
        successToast={() => ({
          title: 'Organization created',
          description: 'The organization has been successfully added.',
        })}
        errorToast="Failed to create organization"
        // There is its onboarding link.
        onSuccess={({ id }) => void navigate(paths.organization(id))}
      >
        <OrganizationFields countries={countries.data ?? []} />
      </FormDialog>
    </>
  )
}
