import { z } from 'zod'
import { line } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

/**
 * What the sessions of a feed are called. Clients meet a coach, whose first name all of the last three give; coaches choose
 * how much of a client's name is in them.
 */
export const feedTitle = z.enum(['appointment', 'busy', 'own', 'firstName', 'initials', 'fullName'])
export type FeedTitle = z.infer<typeof feedTitle>

export const calendarFeed = z.object({
  title: feedTitle,
  /** Used by the title `own`. */
  ownTitle: z.string(),
  createdAt: z.string(),
  /** Null: not yet. To within a minute. */
  lastFetchedAt: z.string().nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const feedTitleForm = z
  .object({ title: feedTitle, ownTitle: line(100) })
  .refine(({ title, ownTitle }) => title !== 'own' || ownTitle !== '', {
    path: ['ownTitle'],
    error: 'Your own title is required',
  })

/** Whoever has a plan or clients. */
const own = { access: ['client_user', 'coach_user'], isOwnAct: true } as const
/** Null: there is no feed. */
const response = z.object({ feed: calendarFeed.nullable() })

export const getMyCalendarFeed = endpoint('GET /api/my-calendar-feed', {
  ...own,
  shows: ['calendar-feed'],
  summary: 'Your calendar feed, without its address',
  freshness: 'always-stale',
  response,
})

export const renewMyCalendarFeed = endpoint('POST /api/my-calendar-feed', {
  ...own,
  changes: ['calendar-feed'],
  summary:
    'Create your calendar feed, or give it another address; the address is only in this response, and an earlier one stops working',
  response: z.object({ feed: calendarFeed, address: z.string() }),
})

export const setFeedTitle = endpoint('PUT /api/my-calendar-feed/title', {
  ...own,
  changes: ['calendar-feed'],
  summary: 'Choose what sessions are called in your calendar feed',
  body: feedTitleForm,
  errorCodes: ['not-found'],
  response,
})

export const deleteMyCalendarFeed = endpoint('DELETE /api/my-calendar-feed', {
  ...own,
  changes: ['calendar-feed'],
  summary: 'Delete your calendar feed; its address stops working immediately',
  response,
})

export const openCalendarFeed = endpoint('GET /api/calendar/{secret}.ics', {
  access: 'public',
  shows: ['calendar-feed'],
  // Large calendar services read many feeds from a few addresses.
  limit: 300,
  caching: 'private, no-cache',
  summary:
    'Sessions of a person from three months ago to a year ahead, for calendar apps (RFC 5545); 404 for an unknown address',
  params: z.object({ secret: line(100) }),
  wire: {
    answers: {
      200: {
        says: 'The calendar',
        type: 'text/calendar',
        headers: { ETag: 'Identifies this content' },
      },
      304: { says: 'It has not changed since the `ETag` in `If-None-Match`' },
    },
  },
  errorCodes: ['not-found'],
  response: 'bytes',
})
