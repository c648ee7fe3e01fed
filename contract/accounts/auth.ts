import { z } from 'zod'
import { line, rowId, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { role } from '../roles.ts'

export const currentUser = z.object({
  id: rowId(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(role),
  isImpersonating: z.boolean(),
  originalUserId: rowId().nullable(),
  /** When the impersonation expires; null without one. */
  impersonationEndsAt: z.string().nullable(),
  /** The installation requires a second factor, and this administrator has to set one up before anything else. */
  needsSecondFactor: z.boolean(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const minPasswordLength = 8
/** Milliseconds for which the client trusts its copy of the current user. */
export const authUserCacheMs = 300_000

export const secondFactor = z.enum(['passkey', 'totp'])
export type SecondFactor = z.infer<typeof secondFactor>

export const getUser = endpoint('GET /api/auth/user', {
  access: 'signed-in',
  isOpenWithoutSecondFactor: true,
  shows: ['login'],
  summary: 'The signed-in user',
  freshness: { staleAfterMs: authUserCacheMs },
  response: currentUser,
})

/** A second factor has to follow. Recovery codes count as `totp`. */
export const signedInOrSecondFactor = z.union([
  z.object({ user: currentUser }),
  z.object({ secondFactor: z.array(secondFactor) }),
])

export const login = endpoint('POST /api/auth/login', {
  access: 'public',
  changes: ['login'],
  summary: 'Sign in with email and password',
  // Limits floods only: many people may share an address, and password attempts have their own limits
  // (server/features/accounts/sign-in/attempts.ts).
  limit: 600,
  body: z.object({
    email: line(320).min(1),
    password: verbatim(1024).min(1),
    rememberMe: z.boolean().optional(),
  }),
  errorCodes: ['not-signed-in', 'too-many-requests'],
  response: signedInOrSecondFactor,
})

export const logout = endpoint('POST /api/auth/logout', {
  access: 'public',
  changes: ['login'],
  summary: 'Sign out; succeeds without a login too',
  response: z.object({
    ok: z.literal(true),
    /** Page of the identity provider to open next, to sign out there too. */
    providerUrl: z.url().optional(),
  }),
})
