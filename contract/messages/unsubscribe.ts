import { z } from 'zod'
import { line } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

const params = z.object({ token: line(200).min(1) })

/** The address of `List-Unsubscribe`; what scans mail opens it, too. */
export const openUnsubscribe = endpoint('GET /api/unsubscribe/{token}', {
  access: 'public',
  shows: ['notification'],
  limit: 300,
  summary: 'Open the page that asks whether to turn off a kind of email; changes nothing',
  params,
  wire: { answers: { 302: { says: 'To the page', headers: { Location: 'The address' } } } },
  response: 'bytes',
})

/** For mail programs (RFC 8058), which are nowhere signed in, and for the page. */
export const unsubscribe = endpoint('POST /api/unsubscribe/{token}', {
  access: 'public',
  origin: 'any',
  changes: ['notification'],
  limit: 300,
  summary: 'Turn off the kind of email that a link is about',
  params,
  wire: { sends: { type: 'application/x-www-form-urlencoded' } },
  errorCodes: ['not-found'],
  /** What it is about. */
  response: z.object({ label: z.string() }),
})
