import { type ComponentType, createElement, Suspense, use } from 'react'
import { matchRoutes, Outlet, useLocation, useRoutes } from 'react-router'
import { isWorthReloading } from './lib/missing-code.ts'
import { CrashBoundary } from './pages/shell/loading-and-crash-pages.tsx'
import { paths } from './paths.ts'
import { pieceOfCode } from './ui/piece.tsx'

/** A page comes as a piece of its own, so that signing in does not wait for the plan. */
const page = (path: string, load: () => Promise<ComponentType>) => {
  const { fetch, part } = pieceOfCode(load)
  const Page = () => createElement(part() ?? use(fetch()))
  return { path, fetch, part, element: <Page /> }
}

const shell = page(paths.app, async () => (await import('./pages/shell/app-shell.tsx')).AppShell)

/** The pages inside the shell. */
const signedInRoutes = [
  page(paths.app, async () => (await import('./pages/home/home-page.tsx')).HomePage),
  page(paths.users, async () => (await import('./pages/users/users-page.tsx')).UsersPage),
  page(paths.clients, async () => (await import('./pages/clients/clients-page.tsx')).ClientsPage),
  page(paths.plan(':clientId'), async () => (await import('./pages/plan/plan-page.tsx')).PlanPage),
  page(
    paths.myPlan(':clientId'),
    async () => (await import('./pages/my-plan/my-plan-page.tsx')).MyPlanPage,
  ),
  page(
    paths.questionnaire(':clientId', ':id'),
    async () => (await import('./pages/questionnaire/questionnaire-page.tsx')).QuestionnairePage,
  ),
  page(paths.coaches, async () => (await import('./pages/coaches/coaches-page.tsx')).CoachesPage),
  page(paths.coach(':id'), async () => (await import('./pages/coaches/coach-page.tsx')).CoachPage),
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
  page(paths.auditLog, async () => (await import('./pages/audit/audit-log-page.tsx')).AuditLogPage),
  page(paths.account, async () => (await import('./pages/account/account-page.tsx')).AccountPage),
  page(
    paths.components,
    async () => (await import('./pages/components/components-page.tsx')).ComponentsPage,
  ),
  page(
    paths.settings,
    async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  ),
  // Behind the sign-in like every address of the application.
  page(`${paths.app}/*`, async () => (await import('./pages/shell/no-such-page.tsx')).NoSuchPage),
]

const publicRoutes = [
  page(paths.landing, async () => (await import('./pages/public/landing-page.tsx')).LandingPage),
  page(paths.login, async () => (await import('./pages/public/login-page.tsx')).LoginPage),
  page(
    paths.forgotPassword,
    async () => (await import('./pages/public/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page(
    paths.resetPassword,
    async () => (await import('./pages/public/reset-password-page.tsx')).ResetPasswordPage,
  ),
  // A link whose end was lost on the way still gets the page that says so.
  page(
    paths.onboard(':orgId?', ':inviteToken?'),
    async () => (await import('./pages/public/onboarding-page.tsx')).OnboardingPage,
  ),
  page('*', async () => (await import('./pages/public/not-found-page.tsx')).NotFoundPage),
]

const { path: _path, ...around } = shell
const routes = [
  { ...around, children: [{ ...around, element: <Inside />, children: signedInRoutes }] },
  ...publicRoutes,
]

/** The page of the address; on the way to another one the page before stays in view until that is there. */
export function Pages() {
  const { pathname, search } = useLocation()
  return (
    <CrashBoundary place={pathname + search}>
      <Suspense>{useRoutes(routes)}</Suspense>
    </CrashBoundary>
  )
}

/** A page that fails leaves the navigation around it alone. */
function Inside() {
  const { pathname, search } = useLocation()
  return (
    <CrashBoundary place={pathname + search}>
      <Outlet />
    </CrashBoundary>
  )
}

/**
 * The code of a page and of the shell around it, sent for together, as long as it is not there; whether some of it could not
 * be fetched, which says so when it is to be shown.
 */
export function codeOf(pathname: string) {
  // The last one is every address.
  const missing = matchRoutes(routes, pathname)!.filter(({ route }) => !route.part())
  if (!missing.length) return undefined
  return Promise.allSettled(missing.map(({ route }) => route.fetch())).then((all) =>
    all.some(({ status }) => status === 'rejected'),
  )
}

/** The same, on the way there from another page: what cannot be fetched while the server is away is waited for. */
export const codeOfNext = (pathname: string) =>
  codeOf(pathname)?.then((isMissing) => isMissing && isWorthReloading())
