import { z } from 'zod'
import { secondFactor } from './auth.ts'
import { idOnly, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

/** A browser where the user is signed in. */
export const ownLogin = z.object({
  id: rowId(),
  /** Such as "Firefox on Windows"; null if unknown. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.string(),
  /** To within five minutes. */
  lastSeenAt: z.string(),
  /** The login of this request. */
  isCurrent: z.boolean(),
})
export type OwnLogin = z.infer<typeof ownLogin>

export const passkey = z.object({
  id: rowId(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** The most recently used logins that are listed. */
export const maxShownLogins = 50
export const maxPasskeys = 20

const own = { access: 'signed-in', isOwnAct: true, changes: ['login'] } as const

const namedProvider = z.object({ id: rowId(), name: z.string() })

export const getMySecurity = endpoint('GET /api/my-security', {
  access: 'signed-in',
  isOwnAct: true,
  isOpenWithoutSecondFactor: true,
  shows: ['login'],
  freshness: 'always-stale',
  summary: 'Your logins, second factors, and who manages your email',
  response: z.object({
    /** You signed in through an identity provider, so you cannot change your email here. */
    isEmailManaged: z.boolean(),
    logins: z.array(ownLogin),
    passkeys: z.array(passkey),
    factors: z.array(secondFactor),
    recoveryCodesLeft: z.number().int(),
    /** Identity providers that sign you in, and those that may once you have linked them. */
    linkedProviders: z.array(namedProvider),
    linkableProviders: z.array(namedProvider),
    /** Whether the second factor is asked for after a provider; null where the installation never asks. */
    asksFactorAfterProvider: z.boolean().nullable(),
  }),
})
export type MySecurity = z.infer<typeof getMySecurity.response>

const ok = z.object({ ok: z.literal(true) })

export const unlinkProvider = endpoint('DELETE /api/my-security/providers/{id}', {
  ...own,
  needsConfirmation: true,
  summary: 'Unlink an identity provider from your account',
  params: idOnly,
  errorCodes: ['conflict'],
  response: ok,
})

export const setFactorAfterProvider = endpoint('PUT /api/my-security/factor-after-provider', {
  ...own,
  needsConfirmation: true,
  summary: 'Choose whether your second factor is asked for after an identity provider',
  body: z.object({ isAsked: z.boolean() }),
  response: ok,
})

export const endOwnLogin = endpoint('DELETE /api/my-security/logins/{id}', {
  ...own,
  summary: 'Sign out one of your other browsers',
  params: idOnly,
  errorCodes: ['conflict'],
  response: ok,
})

export const endOtherLogins = endpoint('POST /api/my-security/end-other-logins', {
  ...own,
  summary: 'Sign out everywhere else and forget trusted browsers',
  response: ok,
})
