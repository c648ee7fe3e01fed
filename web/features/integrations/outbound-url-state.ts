import { z } from 'zod'
import { paths } from '#web/paths.ts'

export const viewUrlState = z.object({ view: z.enum(['outbound']) })

export const tabUrlState = z.object({ tab: z.literal('integrations') })

export const outboundCallsPath = (filters: { provider?: string }) =>
  `${paths.settings}?${new URLSearchParams({ tab: 'integrations', view: 'outbound', ...filters })}`
