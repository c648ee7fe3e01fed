import { z } from 'zod'
import { wholeNumber } from '../bounds.ts'
import { consentPurpose } from './consents.ts'
import { endpoint } from '../endpoint.ts'

/** What was sent of one session to one service on one day (UTC), in one or more calls. */
export const sentData = z.object({
  /** Time of the last call. */
  at: z.string(),
  purpose: consentPurpose,
  sessionDate: z.string().nullable(),
  /** Name of the family member; null for the own session. */
  whose: z.string().nullable(),
  service: z.string(),
  host: z.string(),
  /** Where the host is, such as "the EU"; null if its name doesn’t tell. */
  region: z.string().nullable(),
  bytes: z.number(),
  /** When the consent that allowed it was given. */
  consentedAt: z.string().nullable(),
  /** It was interrupted on our side: more may have been sent. */
  isInterrupted: z.boolean(),
})
export type SentData = z.infer<typeof sentData>

export const sentDataPageSize = 20

export const listSentData = endpoint('GET /api/my-client-data/sent', {
  access: ['client_user'],
  shows: ['log'],
  summary:
    'What was sent of your sessions and those of your family to outside services, newest first',
  freshness: 'while-shown',
  query: z.object({ page: wholeNumber(1, 1_000).default(1) }),
  response: z.object({ entries: z.array(sentData).max(sentDataPageSize), hasMore: z.boolean() }),
})
