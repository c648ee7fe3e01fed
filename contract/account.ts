import { z } from 'zod'
import { minPasswordLength } from './auth.ts'
import { rowId, verbatim } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { role } from './roles.ts'
import { changeOf, rowVersion } from './row-version.ts'
import { userChange } from './users.ts'

/** Also the form of the own name: roles, e-mail and organization are for administrators. */
export const ownName = userChange.pick({ firstName: true, lastName: true })

export const account = ownName.extend({
  id: rowId(),
  email: z.string(),
  roles: z.array(role),
  /** The own profile; null for whoever is no coach. */
  coachId: rowId().nullable(),
  version: rowVersion,
})
export type Account = z.infer<typeof account>

export const getMyAccount = endpoint('GET /api/my-account', {
  access: 'signed-in',
  shows: ['user', 'coach'],
  summary: 'The own account',
  response: account,
})

export const changeMyName = endpoint('PATCH /api/my-account', {
  access: 'signed-in',
  changes: ['login', 'user', 'coach', 'client', 'session'],
  summary: 'Change the own name; refused while acting as somebody',
  body: changeOf(ownName),
  refuses: ['not-allowed'],
  response: account,
})

export const changeMyPassword = endpoint('POST /api/my-account/password', {
  access: 'signed-in',
  changes: ['login'],
  summary: 'Set a new password by the current one; every other login of the own account ends',
  body: z.object({
    currentPassword: verbatim(1024).min(1),
    password: verbatim(1024).min(
      minPasswordLength,
      `Password must be at least ${minPasswordLength} characters`,
    ),
  }),
  refuses: ['not-allowed', 'conflict', 'too-many-requests'],
  response: z.object({ ok: z.literal(true) }),
})
