import { getSessionsAndMetrics } from '#contract/sessions.ts'
import { read } from '#web/lib/query.ts'

/** The client data bundle, without what was said. */
export const planQuery = (clientId: string) =>
  read(getSessionsAndMetrics, { params: { id: clientId }, query: { transcripts: 'omit' } })
