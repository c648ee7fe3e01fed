import type { WaitingFor } from '#contract/clients/clients.ts'
import { onboardingAddress } from '#contract/organizations/onboarding-link.ts'
import type { DrawerTab } from './lib/plan-address.ts'

type OpenSession = { session: string; tab?: DrawerTab }

/** Every address of the product's pages. A link is made here, so a renamed page is a compile error. */
export const paths = {
  landing: '/',
  trust: '/trust',
  accessibility: '/accessibility',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  onboard: (orgId: string, inviteToken: string) => onboardingAddress('', orgId, inviteToken),
  /** Leads on to the room of a session; stands in messages and calendars. */
  join: (sessionId: string) => `/j/${sessionId}`,
  app: '/app',
  clients: '/app/clients',
  clientsWaitingFor: (what: WaitingFor) => `/app/clients?waitingFor=${what}`,
  /** With a session: the plan with the drawer open, on one of its tabs. */
  plan: (clientId: string, open?: OpenSession) =>
    `/app/clients/${clientId}${open ? `?${new URLSearchParams(open)}` : ''}`,
  notes: '/app/notes',
  myPlan: (clientId: string) => `/app/my-plan/${clientId}`,
  /** Where the client answers one. */
  questionnaire: (clientId: string, id: string) => `/app/my-plan/${clientId}/questionnaires/${id}`,
  users: '/app/users',
  erasures: '/app/users/erasures',
  coaches: '/app/coaches',
  coach: (coachId: string) => `/app/coaches/${coachId}`,
  organizations: '/app/organizations',
  organization: (organizationId: string) => `/app/organizations/${organizationId}`,
  analytics: '/app/analytics',
  messages: '/app/messages',
  failedMessages: '/app/messages?status=failed',
  auditLog: '/app/audit-log',
  account: '/app/account',
  /** A coach's own. */
  availability: '/app/hours',
  security: '/app/security',
  privacy: '/app/privacy',
  components: '/app/components',
  settings: '/app/settings',
}
