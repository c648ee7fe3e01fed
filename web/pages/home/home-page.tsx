import { isAdmin, isClient, isCoach } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { SystemOverview } from '#web/features/overview/system-overview.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { CoachDay } from './coach-day.tsx'
import { MyHealthPlan } from './my-health-plan.tsx'
import { OrganizationHome } from './organization-home.tsx'

/** The dashboard of each role (specification part 1, section 2, "Shell"); who follows clients and is one sees both. */
export function HomePage() {
  usePageTitle('Dashboard')
  const user = useSignedInUser()
  const Work = isAdmin(user) ? SystemOverview : isCoach(user) ? CoachDay : undefined
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-10">
      {Work && <Work />}
      {isClient(user) && <MyHealthPlan level={Work ? 2 : 1} />}
      {!Work && !isClient(user) && <OrganizationHome />}
    </div>
  )
}
