import { z } from 'zod'
import { line } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { email, requestPasswordReset, typedCurrentPassword } from './onboarding.ts'

/** Validity of the link that confirms a new email, in hours. */
export const emailLinkHours = 24
/** The token is in the fragment, which browsers never send. */
export const emailLink = (origin: string, token: string) => `${origin}/confirm-email#token=${token}`

/** Also the form. */
export const newEmail = z.object({ email, currentPassword: typedCurrentPassword })

export const requestEmailChange = endpoint('POST /api/my-security/email', {
  access: 'signed-in',
  isOwnAct: true,
  changes: ['message'],
  summary: 'Send a link to your new email; the response does not reveal whether it is in use',
  body: newEmail,
  errorCodes: ['conflict', 'too-many-requests'],
  response: requestPasswordReset.response,
})

export const confirmEmailChange = endpoint('POST /api/auth/confirm-email', {
  access: 'public',
  changes: ['login', 'user', 'coach', 'client'],
  limit: 30,
  summary: 'Change an email with the link sent to it; ends all other logins of the user',
  body: z.object({ token: line(200).min(1) }),
  errorCodes: ['not-found', 'conflict'],
  response: z.object({ ok: z.literal(true) }),
})
