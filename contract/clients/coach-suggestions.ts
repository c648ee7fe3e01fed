import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { admins } from '../roles.ts'
import { language } from '../transcriptions/transcription-hints.ts'

/** Maximum number of coaches that are suggested. */
export const maxSuggestions = 3
/** Days ahead in which free times are looked for. */
export const suggestedDays = 14

const coachSuggestion = z.object({
  coachId: rowId(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Assigned clients. */
  clients: z.number().int(),
  /** Country of the coach, if it is that of the client's organization. */
  country: z.string().nullable(),
  /** Language of the client's sessions, if the coach has another client with it. */
  language: language.nullable(),
  /** Null without one in the next `suggestedDays` days. */
  nextFreeAt: z.string().nullable(),
  freeTimes: z.number().int(),
  /** First day of the next time off in these days. */
  awayFrom: z.string().nullable(),
})
export type CoachSuggestion = z.infer<typeof coachSuggestion>

export const listCoachSuggestions = endpoint('GET /api/admin/clients/{id}/coach-suggestions', {
  access: admins,
  shows: ['client', 'coach', 'session'],
  summary:
    'Active coaches who suit the client, best first: by country, language, free times and number of clients; at most 3',
  freshness: 'while-shown',
  params: idOnly,
  response: z.array(coachSuggestion).max(maxSuggestions),
})
