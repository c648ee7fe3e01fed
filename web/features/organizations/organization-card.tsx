import { CalendarDays, type LucideIcon, MapPin, Users } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Organization } from '#contract/organizations/organizations.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EditOrganization } from './edit-organization.tsx'

type OrganizationCardProps = { organization: Organization }

/** One organization of the list (docs/product.md, "Organizations"). */
export const OrganizationCard = memo(function OrganizationCard({
  organization,
}: OrganizationCardProps) {
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
