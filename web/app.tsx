import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { currentUserQuery, followOtherTabs, forgetUserOn401 } from './features/auth/current-user.ts'
import { newQueryClient } from './lib/query.ts'
import { AddressRouter } from './lib/router.tsx'
import { ScrollPlaces } from './lib/scroll-places.tsx'
import { codeOf, Pages } from './routes.tsx'
import { OnWay } from './ui/on-way.tsx'
import { ThemeProvider } from './ui/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'

const queries = newQueryClient((error) => forgetUserOn401(queries, error))
followOtherTabs(queries)
// Every page begins with who is signed in: asked while the code of the page is still on its way.
void queries.prefetchQuery(currentUserQuery)

/** Everything around the pages: data, theme, messages, then the routes. */
export const App = () => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ThemeProvider>
        <ToastProvider>
          <AddressRouter codeOf={codeOf} onWay={<OnWay />}>
            <Pages />
            <ScrollPlaces />
          </AddressRouter>
        </ToastProvider>
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>
)
