import { z } from 'zod'
import { currentUser, signedInOrSecondFactor } from './auth.ts'
import { idOnly, line, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { admins } from '../roles.ts'
import { passkey } from './security.ts'

/** Time to enter the second factor after the password. */
export const pendingLoginMinutes = 5
/** A trusted browser isn't asked for the second factor for this long. */
export const trustedBrowserDays = 30
/** A confirmation with the second factor counts this long. */
export const confirmationMinutes = 10
export const recoveryCodeCount = 10

const base64url = (characters: number) => verbatim(characters).regex(/^[\w-]+$/)
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.enum(['public-key']) }

/** What a browser returns for a new passkey (WebAuthn, RegistrationResponseJSON). */
const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(2000),
    attestationObject: base64url(8000),
    transports: z.array(line(30)).max(10).default([]),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** What a browser returns for a known passkey (WebAuthn, AuthenticationResponseJSON). */
const passkeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(2000),
    authenticatorData: base64url(2000),
    signature: base64url(8000),
  }),
})
export type PasskeyResponse = z.infer<typeof passkeyResponse>

/** WebAuthn options as `navigator.credentials` needs them. */
const passkeyOptions = z.looseObject({ challenge: z.string() })

const code = line(40).min(1, 'Code is required')

/** Either a code of the authenticator app or a recovery code, or a passkey. */
const proof = { code: code.optional(), passkey: passkeyResponse.optional() }
const hasOneProof = (it: { code?: unknown; passkey?: unknown }) =>
  (it.code === undefined) !== (it.passkey === undefined)
const needsProof = 'Send either a code or a passkey.'
export type Proof = { code?: string | undefined; passkey?: PasskeyResponse | undefined }

export const continueSignIn = endpoint('POST /api/auth/second-factor/continue', {
  access: 'public',
  changes: ['login'],
  limit: 60,
  summary:
    'After an identity provider: the second factors to choose from, or the login in a trusted browser',
  errorCodes: ['not-signed-in'],
  response: signedInOrSecondFactor,
})

export const startSecondFactor = endpoint('POST /api/auth/second-factor/passkey-options', {
  access: 'public',
  changes: ['login'],
  limit: 60,
  summary: 'Start the passkey step of a sign-in',
  errorCodes: ['not-signed-in', 'conflict'],
  response: passkeyOptions,
})

export const signInWithSecondFactor = endpoint('POST /api/auth/second-factor', {
  access: 'public',
  changes: ['login'],
  limit: 600,
  summary:
    'Finish a sign-in with the second factor, within five minutes of the password or the provider',
  body: z
    .object({ ...proof, trustBrowser: z.boolean().optional() })
    .refine(hasOneProof, needsProof),
  errorCodes: ['not-signed-in', 'too-many-requests'],
  response: z.object({ user: currentUser }),
})

const own = { access: 'signed-in', isOwnAct: true, changes: ['login'] } as const
const setUp = { ...own, isOpenWithoutSecondFactor: true } as const

export const startConfirmation = endpoint('POST /api/my-security/confirmation/passkey-options', {
  ...own,
  summary: 'Start confirming your identity with a passkey',
  errorCodes: ['conflict'],
  response: passkeyOptions,
})

export const confirmSecondFactor = endpoint('POST /api/my-security/confirmation', {
  ...own,
  summary: 'Confirm your identity with the second factor, for ten minutes',
  body: z.object(proof).refine(hasOneProof, needsProof),
  errorCodes: ['conflict', 'too-many-requests'],
  response: z.object({ ok: z.literal(true) }),
})

/** New ones with the first factor; null otherwise. */
const firstCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** Empty for a login by an identity provider, which has no password. */
const startBody = z.object({ currentPassword: verbatim(1024) })

export const startTotp = endpoint('POST /api/my-security/authenticator-app', {
  needsConfirmation: true,
  ...setUp,
  summary: 'Start adding an authenticator app; the secret is only in this response',
  body: startBody,
  errorCodes: ['conflict', 'too-many-requests'],
  response: z.object({
    secret: z.string(),
    /** `otpauth:` link for a QR code. */
    link: z.string(),
  }),
})

/** Also the form. */
export const totpCode = z.object({ code })

export const confirmTotp = endpoint('POST /api/my-security/authenticator-app/confirm', {
  ...setUp,
  summary: 'Finish adding an authenticator app with its first code',
  body: totpCode,
  errorCodes: ['conflict', 'too-many-requests'],
  response: firstCodes,
})

/** Also the form. */
export const currentPassword = z.object({
  currentPassword: verbatim(1024).min(1, 'Please enter your current password'),
})

export const removeTotp = endpoint('POST /api/my-security/authenticator-app/remove', {
  needsConfirmation: true,
  ...own,
  summary: 'Remove the authenticator app',
  body: currentPassword,
  errorCodes: ['conflict', 'too-many-requests'],
  response: z.object({ ok: z.literal(true) }),
})

export const renewRecoveryCodes = endpoint('POST /api/my-security/recovery-codes', {
  needsConfirmation: true,
  ...own,
  summary: 'Replace your recovery codes; they are only in this response',
  body: currentPassword,
  errorCodes: ['conflict', 'too-many-requests'],
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const startPasskey = endpoint('POST /api/my-security/passkeys/options', {
  needsConfirmation: true,
  ...setUp,
  summary: 'Start adding a passkey',
  body: startBody,
  errorCodes: ['conflict', 'too-many-requests'],
  response: passkeyOptions,
})

/** Also the form. */
export const passkeyName = z.object({ name: line(60).min(1, 'Name is required') })

export const addPasskey = endpoint('POST /api/my-security/passkeys', {
  ...setUp,
  summary: 'Finish adding a passkey',
  body: passkeyName.extend({ passkey: newPasskey }),
  errorCodes: ['conflict'],
  response: firstCodes,
})

export const renamePasskey = endpoint('POST /api/my-security/passkeys/{id}/rename', {
  ...own,
  summary: 'Rename a passkey',
  params: idOnly,
  body: passkeyName,
  response: passkey,
})

export const removePasskey = endpoint('POST /api/my-security/passkeys/{id}/remove', {
  needsConfirmation: true,
  ...own,
  summary: 'Remove a passkey',
  params: idOnly,
  body: currentPassword,
  errorCodes: ['conflict', 'too-many-requests'],
  response: z.object({ ok: z.literal(true) }),
})

export const resetSecondFactor = endpoint('POST /api/admin/users/{id}/reset-second-factor', {
  needsConfirmation: 'removed the second factor of a person',
  access: admins,
  isForPeopleOnly: true,
  changes: ['user', 'message'],
  summary: 'Remove all second factors of a user who has lost them',
  params: idOnly,
  errorCodes: ['conflict'],
  response: z.object({ ok: z.literal(true) }),
})
