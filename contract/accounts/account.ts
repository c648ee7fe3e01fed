import { z } from 'zod'
import { minPasswordLength } from './auth.ts'
import { rowId, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { role } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'
import { userChange } from './users.ts'

/** Also the form for the user's own name; administrators change roles, email and organization. */
export const ownName = userChange.pick({ firstName: true, lastName: true })

export const account = ownName.extend({
  id: rowId(),
  email: z.string(),
  roles: z.array(role),
  /** The user's coach profile; null without the role Coach. */
  coachId: rowId().nullable(),
  version: rowVersion,
})
export type Account = z.infer<typeof account>

export const getMyAccount = endpoint('GET /api/my-account', {
  access: 'signed-in',
  shows: ['user', 'coach'],
  summary: 'The account of the signed-in user',
  response: account,
})

export const changeMyName = endpoint('PATCH /api/my-account', {
  access: 'signed-in',
  isOwnAct: true,
  changes: ['login', 'user', 'coach', 'client', 'session'],
  summary: 'Change your own name',
  body: changeBody(ownName),
  response: account,
})

export const changeMyPassword = endpoint('POST /api/my-account/password', {
  access: 'signed-in',
  isOwnAct: true,
  changes: ['login'],
  summary: 'Change your password; ends every other login of the account',
  body: z.object({
    currentPassword: verbatim(1024).min(1),
    password: verbatim(1024).min(
      minPasswordLength,
      `Password must be at least ${minPasswordLength} characters`,
    ),
  }),
  errorCodes: ['conflict', 'too-many-requests'],
  response: z.object({ ok: z.literal(true) }),
})
