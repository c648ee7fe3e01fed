import { isClient, staff } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { SystemOverview } from '#web/features/overview/system-overview.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { MyHealthPlan } from './my-health-plan.tsx'
import { OrganizationHome } from './organization-home.tsx'

/** The dashboard of each role (specification part 1, section 2, "Shell"); who follows clients and is one sees both. */
export function HomePage() {
  usePageTitle('Dashboard')
  const user = useSignedInUser()
  const isStaff = staff.some((role) => user.roles.includes(role))
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-10">
      {isStaff && (
        <div>
          <SystemOverview user={user} />
        </div>
      )}
      {isClient(user) && <MyHealthPlan level={isStaff ? 2 : 1} />}
      {!isStaff && !isClient(user) && <OrganizationHome />}
    </div>
  )
}
