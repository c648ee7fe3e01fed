import { z } from 'zod'
import { type WaitingFor } from '#contract/clients.ts'
import { weekRanges } from '#contract/weeks.ts'

/** What the address of a plan says: the weeks in view, and the open session with its tab, or those of a week and type. */
export const planAddress = z.object({
  weeks: z.preprocess((text) => (text === 'all' ? text : Number(text)), z.literal(weekRanges)),
  week: z.coerce.number().int().min(1).max(10_000),
  type: z.uuid(),
  session: z.uuid(),
  tab: z.enum(['overview', 'recording', 'transcripts']),
})
export type DrawerTab = z.output<typeof planAddress.shape.tab>
type OpenSession = { session: string; tab?: DrawerTab }

/** Every address of the product's pages. A link is made here, so a renamed page is a compile error. */
export const paths = {
  landing: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  onboard: (orgId: string, inviteToken: string) => `/onboard/${orgId}/${inviteToken}`,
  app: '/app',
  clients: '/app/clients',
  clientsWaitingFor: (what: WaitingFor) => `/app/clients?waitingFor=${what}`,
  /** With a session: the plan with the drawer open, on one of its tabs. */
  plan: (clientId: string, open?: OpenSession) =>
    `/app/clients/${clientId}${open ? `?${new URLSearchParams(open)}` : ''}`,
  myPlan: (clientId: string) => `/app/my-plan/${clientId}`,
  users: '/app/users',
  coaches: '/app/coaches',
  coach: (coachId: string) => `/app/coaches/${coachId}`,
  organizations: '/app/organizations',
  organization: (organizationId: string) => `/app/organizations/${organizationId}`,
  analytics: '/app/analytics',
  auditLog: '/app/audit-log',
  components: '/app/components',
  settings: '/app/settings',
}
