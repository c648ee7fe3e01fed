import { getSessionsAndMetrics } from '#contract/sessions.ts'
import { read } from '#web/lib/query.ts'

/** "The client data bundle is refetched on focus and always considered stale" (specification part 2, section 4). */
export const planQuery = (clientId: string) => ({
  ...read(getSessionsAndMetrics, { params: { id: clientId }, query: { transcripts: 'omit' } }),
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
})
