import { z } from 'zod'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

/** Why a sign-in by a provider failed: the parameter `error` of the sign-in page. */
export const signInError = z.enum([
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'email-not-verified',
  'no-account',
  'not-accepted',
  'link-first',
  'deactivated',
])
export type SignInError = z.infer<typeof signInError>

export const getSignInOptions = endpoint('GET /api/auth/sign-in-options', {
  access: 'public',
  limit: 300,
  shows: ['identity-provider', 'setting'],
  summary: 'Ways to sign in',
  response: z.object({
    hasPassword: z.boolean(),
    providers: z.array(z.object({ id: rowId(), name: z.string() })),
  }),
})

const location = (says: string) => ({
  answers: { 302: { says, headers: { Location: 'The address' } } },
})

/** Page to open after a sign-in. */
export const nextPage = line(1000).regex(/^\/app(?:[/?][^\\]*)?$/)

export const startProviderSignIn = endpoint('GET /api/auth/oidc/{id}/start', {
  access: 'public',
  limit: 300,
  shows: ['login'],
  summary: 'Sign in with an identity provider, or link it to your account',
  params: idOnly,
  query: z.object({
    next: nextPage.optional(),
    /** Links the provider to the account that is signed in. */
    link: z.enum(['yes']).optional(),
  }),
  wire: location('To the identity provider, or to the sign-in page with an `error`'),
  response: 'bytes',
})

/** A code or state may be long: some providers encrypt the session into it. */
const answer = line(8000).optional()

export const finishProviderSignIn = endpoint('GET /api/auth/oidc/{id}/callback', {
  access: 'public',
  limit: 600,
  shows: ['login'],
  summary: 'Response of an identity provider; starts a login',
  params: idOnly,
  query: z.object({ code: answer, state: answer, iss: answer, error: answer }),
  wire: location('To the requested page, or to the sign-in page with an `error`'),
  response: 'bytes',
})
