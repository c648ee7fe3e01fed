import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router/dom'
import { currentUserQuery, followOtherTabs, forgetUserOn401 } from './features/auth/current-user.ts'
import { newQueryClient } from './lib/query.ts'
import { router } from './routes.tsx'
import { ThemeProvider } from './ui/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

const queries = newQueryClient((error) => forgetUserOn401(queries, error))
followOtherTabs(queries)
// Every page begins with who is signed in: asked while the code of the page is still on its way.
void queries.prefetchQuery(currentUserQuery)

/** Everything around the pages: data, theme, messages, then the routes. */
export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ThemeProvider>
          <TooltipProvider>
            <ToastProvider>
              <RouterProvider router={router} />
            </ToastProvider>
          </TooltipProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
