import { isAdmin, isClient, isCoach, isOrganization } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { lazyPage } from '#web/parts/lazy-component.tsx'

// Nobody waits for the dashboard of another role.
const SystemOverview = lazyPage(
  async () => (await import('#web/features/analytics/overview/system-overview.tsx')).SystemOverview,
)
const CoachDay = lazyPage(async () => (await import('./coach-day.tsx')).CoachDay)
const MyHealthPlan = lazyPage(async () => (await import('./my-health-plan.tsx')).MyHealthPlan)
const OrganizationHome = lazyPage(
  async () => (await import('./organization-home.tsx')).OrganizationHome,
)

/**
 * The dashboard of each role (docs/product.md, "Dashboards"); who has several sees each, but for an admin,
 * to whom every organization is open.
 */
export function HomePage() {
  usePageTitle('Dashboard')
  const user = useSignedInUser()
  const Work = isAdmin(user) ? SystemOverview : isCoach(user) ? CoachDay : undefined
  const hasFigures = isOrganization(user) && !isAdmin(user)
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-10">
      {Work && <Work />}
      {hasFigures && <OrganizationHome level={Work ? 2 : 1} />}
      {isClient(user) && <MyHealthPlan level={Work || hasFigures ? 2 : 1} />}
    </div>
  )
}
