import './styles.css'
import { createRoot } from 'react-dom/client'
import { watchUserActivity } from './lib/user-activity.ts'
import { restoreLostFocus } from './ui/restore-lost-focus.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { getSignInOptions } from '#contract/accounts/provider-sign-in.ts'
import {
  currentUserQuery,
  syncLoginAcrossTabs,
  signOutOn401,
} from './features/accounts/auth/current-user.ts'
import { refetchAffected } from './lib/refetch-affected.ts'
import { newQueryClient, queryFor } from './lib/query.ts'
import { watchServer, useIsServerUnreachable } from './lib/server-reach.ts'
import { loadingPath } from './lib/url-state.ts'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'
import { ThemeProvider } from './ui/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'

const queries = newQueryClient((error) => signOutOn401(queries, error))
syncLoginAcrossTabs(queries)
watchServer(() => void refetchAffected(queries, 'everything'))
// Every page begins with who is signed in: asked while the code of the page is still on its way.
void queries.prefetchQuery(currentUserQuery)
if (location.pathname === paths.login) void queries.prefetchQuery(queryFor(getSignInOptions, {}))

const router = createBrowserRouter(routes)
router.subscribe(({ navigation }) => loadingPath.set(navigation.location?.pathname))

/** Everything around the pages: data, theme, messages, then the routes. */
const App = () => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ThemeProvider>
        <ToastProvider>
          <RouterProvider router={router} />
          <ServerUnreachableNotice />
        </ToastProvider>
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>
)

/** Over everything at the top of the window, without taking clicks. */
const ServerUnreachableNotice = () => (
  <output
    aria-live="polite"
    className="pointer-events-none fixed inset-x-3 top-1 z-60 flex justify-center print:hidden"
  >
    {useIsServerUnreachable() && (
      <span className="rounded-md bg-amber-soft px-3 py-1.5 text-sm text-amber-ink shadow-float forced-colors:border">
        The server cannot be reached. Trying again…
      </span>
    )}
  </output>
)

const root = document.querySelector('#root')
if (!root) throw new Error('No #root')
watchUserActivity(window)
restoreLostFocus()
createRoot(root).render(<App />)
