import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { admins, type Role, staff } from '#contract/roles.ts'
import { RequireRole } from './features/accounts/auth/require-role.tsx'
import { isWorthReloading } from './lib/missing-code.ts'
import { whenReachable } from './lib/server-reach.ts'
import { PageErrorBoundary, LoadingPage } from './pages/shell/loading-and-crash-pages.tsx'
import { Root } from './pages/shell/root.tsx'
import { paths } from './paths.ts'

/** Each page is a chunk of its own, so that signing in does not wait for the plan. */
const page = (path: string, load: () => Promise<ComponentType>) => ({
  path,
  lazy: async () => {
    await whenReachable()
    try {
      return { Component: await load() }
    } catch (error) {
      // The page before stays in view while the server is away; `PageErrorBoundary` reloads at the new address.
      await isWorthReloading()
      throw error
    }
  },
})

const shell = page(paths.app, async () => (await import('./pages/shell/app-shell.tsx')).AppShell)

const onlyFor = (roles: readonly Role[], children: RouteObject[]): RouteObject => ({
  element: <RequireRole roles={roles} />,
  children,
})

/** The pages inside the shell, and who may open them (docs/product.md, "Screens"). */
const signedInRoutes = [
  page(paths.app, async () => (await import('./pages/home/home-page.tsx')).HomePage),
  page(paths.account, async () => (await import('./pages/account/account-page.tsx')).AccountPage),
  page(
    paths.security,
    async () => (await import('./pages/security/security-page.tsx')).SecurityPage,
  ),
  page(paths.join(':sessionId'), async () => (await import('./pages/join/join-page.tsx')).JoinPage),
  onlyFor(
    ['coach_user'],
    [
      page(
        paths.availability,
        async () => (await import('./pages/availability/availability-page.tsx')).AvailabilityPage,
      ),
    ],
  ),
  onlyFor(
    ['client_user'],
    [
      page(
        paths.privacy,
        async () => (await import('./pages/privacy/privacy-page.tsx')).PrivacyPage,
      ),
      page(
        paths.myPlan(':clientId'),
        async () => (await import('./pages/my-plan/my-plan-page.tsx')).MyPlanPage,
      ),
      page(
        paths.questionnaire(':clientId', ':id'),
        async () =>
          (await import('./pages/questionnaire/questionnaire-page.tsx')).QuestionnairePage,
      ),
    ],
  ),
  onlyFor(staff, [
    page(paths.clients, async () => (await import('./pages/clients/clients-page.tsx')).ClientsPage),
    page(
      paths.plan(':clientId'),
      async () => (await import('./pages/plan/plan-page.tsx')).PlanPage,
    ),
  ]),
  onlyFor(
    ['coach_user'],
    [page(paths.notes, async () => (await import('./pages/notes/notes-page.tsx')).NotesPage)],
  ),
  onlyFor(admins, [
    page(paths.users, async () => (await import('./pages/users/users-page.tsx')).UsersPage),
    page(
      paths.erasures,
      async () => (await import('./pages/users/erasures-page.tsx')).ErasuresPage,
    ),
    page(paths.coaches, async () => (await import('./pages/coaches/coaches-page.tsx')).CoachesPage),
    page(
      paths.coach(':id'),
      async () => (await import('./pages/coaches/coach-page.tsx')).CoachPage,
    ),
    page(
      paths.organizations,
      async () => (await import('./pages/organizations/organizations-page.tsx')).OrganizationsPage,
    ),
    page(
      paths.organization(':id'),
      async () => (await import('./pages/organizations/organization-page.tsx')).OrganizationPage,
    ),
    page(
      paths.analytics,
      async () => (await import('./pages/analytics/analytics-page.tsx')).AnalyticsPage,
    ),
    page(
      paths.messages,
      async () => (await import('./pages/messages/messages-page.tsx')).MessagesPage,
    ),
  ]),
  onlyFor(
    ['system_admin'],
    [
      page(
        paths.auditLog,
        async () => (await import('./pages/audit/audit-log-page.tsx')).AuditLogPage,
      ),
      page(
        paths.components,
        async () => (await import('./pages/components/components-page.tsx')).ComponentsPage,
      ),
      page(
        paths.settings,
        async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
      ),
    ],
  ),
  // Behind the sign-in like every address of the application.
  page(`${paths.app}/*`, async () => (await import('./pages/shell/no-such-page.tsx')).NoSuchPage),
]

const publicRoutes = [
  page(paths.landing, async () => (await import('./pages/public/landing-page.tsx')).LandingPage),
  page(paths.trust, async () => (await import('./pages/public/trust-page.tsx')).TrustPage),
  page(
    paths.accessibility,
    async () => (await import('./pages/public/accessibility-page.tsx')).AccessibilityPage,
  ),
  page(paths.login, async () => (await import('./pages/public/login-page.tsx')).LoginPage),
  page(
    paths.forgotPassword,
    async () => (await import('./pages/public/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page(
    paths.resetPassword,
    async () => (await import('./pages/public/reset-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    paths.confirmEmail,
    async () => (await import('./pages/public/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
  page(
    paths.unsubscribe,
    async () => (await import('./pages/public/unsubscribe-page.tsx')).UnsubscribePage,
  ),
  // A link whose end was lost on the way still gets the page that says so.
  page(
    paths.onboard(':orgId?', ':inviteToken?'),
    async () => (await import('./pages/public/onboarding-page.tsx')).OnboardingPage,
  ),
  page('*', async () => (await import('./pages/public/not-found-page.tsx')).NotFoundPage),
]

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: LoadingPage,
    ErrorBoundary: PageErrorBoundary,
    children: [
      // A page that fails leaves the navigation around it alone.
      {
        lazy: shell.lazy,
        children: [{ ErrorBoundary: PageErrorBoundary, children: signedInRoutes }],
      },
      ...publicRoutes,
    ],
  },
]
