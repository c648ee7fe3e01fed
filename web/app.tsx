import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { getSignInOptions } from '#contract/provider-sign-in.ts'
import {
  currentUserQuery,
  syncLoginAcrossTabs,
  signOutOn401,
} from './features/auth/current-user.ts'
import { refetchAffected } from './lib/refetch-affected.ts'
import { newQueryClient, queryFor } from './lib/query.ts'
import { watchServer } from './lib/server-reach.ts'
import { loadingPath } from './lib/url-state.ts'
import { ServerUnreachableNotice } from './parts/server-unreachable-notice.tsx'
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
export const App = () => (
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
