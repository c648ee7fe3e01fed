import { createBrowserRouter, type RouteObject } from 'react-router'
import { CrashPage, Root, StartingPage } from './pages/shell/root.tsx'
import { paths } from './paths.ts'

/** The pages inside the shell. Each comes as a piece of its own, so that signing in does not wait for the plan. */
const pages: RouteObject[] = [
  {
    index: true,
    lazy: { Component: async () => (await import('./pages/home/home-page.tsx')).HomePage },
  },
  {
    path: paths.users,
    lazy: { Component: async () => (await import('./pages/users/users-page.tsx')).UsersPage },
  },
  {
    path: paths.clients,
    lazy: {
      Component: async () => (await import('./pages/clients/clients-page.tsx')).ClientsPage,
    },
  },
  {
    path: paths.plan(':clientId'),
    lazy: { Component: async () => (await import('./pages/plan/plan-page.tsx')).PlanPage },
  },
  {
    path: paths.myPlan(':clientId'),
    lazy: { Component: async () => (await import('./pages/my-plan/my-plan-page.tsx')).MyPlanPage },
  },
  {
    path: paths.coaches,
    lazy: {
      Component: async () => (await import('./pages/coaches/coaches-page.tsx')).CoachesPage,
    },
  },
  {
    path: paths.coach(':id'),
    lazy: { Component: async () => (await import('./pages/coaches/coach-page.tsx')).CoachPage },
  },
  ...[paths.organizations, paths.organization(':id')].map((path) => ({
    path,
    lazy: {
      Component: async () =>
        (await import('./pages/organizations/organizations-page.tsx')).OrganizationsPage,
    },
  })),
  {
    path: paths.analytics,
    lazy: {
      Component: async () => (await import('./pages/analytics/analytics-page.tsx')).AnalyticsPage,
    },
  },
  {
    path: paths.auditLog,
    lazy: {
      Component: async () => (await import('./pages/audit/audit-log-page.tsx')).AuditLogPage,
    },
  },
  {
    path: paths.components,
    lazy: {
      Component: async () =>
        (await import('./pages/components/components-page.tsx')).ComponentsPage,
    },
  },
  {
    path: paths.settings,
    lazy: {
      Component: async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
    },
  },
  // Behind the sign-in like every address of the application.
  {
    path: '*',
    lazy: { Component: async () => (await import('./pages/shell/no-such-page.tsx')).NoSuchPage },
  },
]

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: StartingPage,
    children: [
      {
        path: paths.landing,
        lazy: {
          Component: async () => (await import('./pages/public/landing-page.tsx')).LandingPage,
        },
      },
      {
        path: paths.login,
        lazy: { Component: async () => (await import('./pages/public/login-page.tsx')).LoginPage },
      },
      {
        path: paths.forgotPassword,
        lazy: {
          Component: async () =>
            (await import('./pages/public/forgot-password-page.tsx')).ForgotPasswordPage,
        },
      },
      {
        path: paths.resetPassword,
        lazy: {
          Component: async () =>
            (await import('./pages/public/reset-password-page.tsx')).ResetPasswordPage,
        },
      },
      {
        // A link whose end was lost on the way still gets the page that says so.
        path: paths.onboard(':orgId?', ':inviteToken?'),
        lazy: {
          Component: async () =>
            (await import('./pages/public/onboarding-page.tsx')).OnboardingPage,
        },
      },
      {
        path: paths.app,
        lazy: { Component: async () => (await import('./pages/shell/app-shell.tsx')).AppShell },
        // A page that fails leaves the navigation around it alone.
        children: [{ ErrorBoundary: CrashPage, children: pages }],
      },
      {
        path: '*',
        lazy: {
          Component: async () => (await import('./pages/public/not-found-page.tsx')).NotFoundPage,
        },
      },
    ],
  },
]

export const router = createBrowserRouter(routes)
