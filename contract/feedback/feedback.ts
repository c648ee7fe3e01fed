import { z } from 'zod'
import { idOnly, paragraph, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'

/** Days after the end of a session in which a client can give and change feedback. */
export const feedbackDays = 14

export const rating = z.literal([1, 2, 3, 4, 5])
export type Rating = z.infer<typeof rating>
export const ratingLabel: Record<Rating, string> = {
  1: 'Not at all',
  2: 'A little',
  3: 'Partly',
  4: 'Helpful',
  5: 'Very helpful',
}
/** This and above count as helpful. */
export const helpfulFrom: Rating = 4

/** What the coach who held the session reads. */
export const feedback = z.object({
  rating,
  words: z.string().nullable(),
  givenAt: z.string(),
})

const words = paragraph(1_000)
export const feedbackWords = z.object({ words })

/** A session that the user can give feedback on, or has given. */
export const ownFeedback = z.object({
  sessionId: rowId(),
  clientId: rowId(),
  /** First name of the family member; null: the user's own session. */
  familyName: z.string().nullable(),
  sessionName: z.string(),
  sessionDate: z.string(),
  /** Who reads it; null: whoever held the session is no longer the coach. */
  coachName: z.string().nullable(),
  /** Null: not answered yet. */
  rating: rating.nullable(),
  words: z.string().nullable(),
})
export type OwnFeedback = z.infer<typeof ownFeedback>

export const listMyFeedback = endpoint('GET /api/my-feedback', {
  access: ['client_user'],
  isOwnAct: true,
  shows: ['session'],
  summary:
    'The last session of you and of each family member without an account, unless skipped, and those rated before, by date; for 14 days',
  freshness: 'always-stale',
  response: z.array(ownFeedback),
})

export const giveFeedback = endpoint('PUT /api/my-feedback/{id}', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['session'],
  summary: 'Rate a session and write to its coach, change that, or skip the question',
  params: idOnly,
  body: z.object({
    /** Null skips the question, and deletes an answer. */
    rating: rating.nullable(),
    /** Unchanged if missing, cleared if empty. */
    words: words.optional(),
  }),
  errorCodes: ['conflict'],
  response: z.array(ownFeedback),
})

/** A coach sees no share of fewer answers in a month. */
export const minimumAnswers = 3

export const coachFeedback = z.object({
  /** For administrators, as figures of organizations are (`roundedCount`): by people, and only of months that can no longer change. */
  isRounded: z.boolean(),
  /** A month with fewer people, or for the coach with fewer answers, has null. */
  minimum: z.number().int(),
  /** Six months by session date in UTC, the last is the current one. */
  months: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      answered: z.number().int().nullable(),
      /** Of 4 and 5; at least this where it is rounded. */
      helpfulPercent: z.number().int().nullable(),
    }),
  ),
})
export type CoachFeedback = z.infer<typeof coachFeedback>

export const getCoachFeedback = endpoint('GET /api/coaches/{id}/feedback', {
  access: staff,
  shows: ['coach', 'session'],
  summary: 'How helpful clients found the sessions of a coach, by month; coaches only their own',
  params: idOnly,
  response: coachFeedback,
})
