import { z } from 'zod'
import { paths } from '#web/paths.ts'

/** The tab shows its providers, or what left. */
export const viewAddress = z.object({ view: z.enum(['left']) })

export const tabAddress = z.object({ tab: z.literal('integrations') })

/** Where the calls to one provider are listed. */
export const leftCallsOf = (filters: { provider?: string }) =>
  `${paths.settings}?${new URLSearchParams({ tab: 'integrations', view: 'left', ...filters })}`
