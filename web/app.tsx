import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import {
  currentUserQuery,
  syncLoginAcrossTabs,
  signOutOn401,
} from './features/auth/current-user.ts'
import { refetchAffected } from './lib/refetch-affected.ts'
import { newQueryClient } from './lib/query.ts'
import { AddressRouter } from './lib/router.tsx'
import { ScrollPlaces } from './lib/scroll-places.tsx'
import { watchServer, whenReachable } from './lib/server-reach.ts'
import { ServerUnreachableNotice } from './parts/server-unreachable-notice.tsx'
import { codeOfNext, Pages } from './routes.tsx'
import { OnWay } from './ui/on-way.tsx'
import { delayCode } from './ui/piece.tsx'
import { ThemeProvider } from './ui/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'

const queries = newQueryClient((error) => signOutOn401(queries, error))
syncLoginAcrossTabs(queries)
watchServer(() => void refetchAffected(queries, 'everything'))
delayCode(whenReachable)
// Every page begins with who is signed in: asked while the code of the page is still on its way.
void queries.prefetchQuery(currentUserQuery)

/** Everything around the pages: data, theme, messages, then the routes. */
export const App = () => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ThemeProvider>
        <ToastProvider>
          <AddressRouter codeOf={codeOfNext} onWay={<OnWay />}>
            <Pages />
            <ScrollPlaces />
          </AddressRouter>
          <ServerUnreachableNotice />
        </ToastProvider>
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>
)
