import { z } from 'zod'
import { paths } from '#web/paths.ts'

/** The tab shows its providers, or the outbound calls. */
export const viewUrlState = z.object({ view: z.enum(['outbound']) })

export const tabUrlState = z.object({ tab: z.literal('integrations') })

/** Where the calls to one provider are listed. */
export const outboundCallsPath = (filters: { provider?: string }) =>
  `${paths.settings}?${new URLSearchParams({ tab: 'integrations', view: 'outbound', ...filters })}`
