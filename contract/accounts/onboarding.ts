import { z } from 'zod'
import { currentUser, minPasswordLength } from './auth.ts'
import { line, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

/** Registration has its own messages (docs/product.md, "Registration"). */
const firstName = line(100).min(1, 'First name is required')
const lastName = line(100).min(1, 'Last name is required')
const password = verbatim(1024).min(
  minPasswordLength,
  `Password must be at least ${minPasswordLength} characters`,
)
export const email = line(320).toLowerCase().pipe(z.email('Please enter a valid email address'))

/** The same message whatever is wrong (docs/product.md, "Registration"). */
export const invalidInvitation = 'This onboarding link appears to be invalid or incomplete.'

export const getInvitation = endpoint('GET /api/onboarding/{orgId}/{inviteToken}', {
  access: 'public',
  shows: ['organization'],
  limit: 60,
  summary: 'The organization of an onboarding link; 404 for an invalid link',
  params: z.object({ orgId: line(200), inviteToken: line(200) }),
  response: z.object({ organizationName: z.string() }),
})

const passwordsDiffer = "Passwords don't match"
const hasMatchingPasswords = (it: { password: string; confirmPassword: string }) =>
  it.password === it.confirmPassword

/** The form; `confirmPassword` is not sent. */
export const registrationForm = z
  .object({ firstName, lastName, email, password, confirmPassword: verbatim(1024) })
  .refine(hasMatchingPasswords, {
    path: ['confirmPassword'],
    error: passwordsDiffer,
    when: () => true,
  })

export const register = endpoint('POST /api/register', {
  access: 'public',
  changes: ['login', 'user', 'client'],
  limit: 30,
  summary: 'Register as a client through an onboarding link, and sign in',
  body: z.object({
    orgId: line(200),
    token: line(200),
    email,
    password,
    firstName,
    lastName,
  }),
  errorCodes: ['not-found', 'conflict', 'too-many-requests'],
  response: z.object({ user: currentUser }),
})

/** Validity of a password reset link in minutes. */
export const resetLinkMinutes = 30
/** Validity of an invitation link in days. */
export const invitationDays = 7
/** The token is in the fragment, which browsers never send. */
export const resetLink = (origin: string, token: string) =>
  `${origin}/reset-password#token=${token}`
export const tokenOfLink = (link: string) => link.slice(link.indexOf('=') + 1)

/** The form of Forgot your password? */
export const forgotPasswordForm = z.object({ email })

export const requestPasswordReset = endpoint('POST /api/auth/forgot-password', {
  access: 'public',
  changes: ['message'],
  limit: 10,
  summary:
    'Email a link to set a new password; the response does not reveal whether the account exists',
  body: forgotPasswordForm,
  response: z.object({
    /** `message`: sent by email. `ask`: email is not set up, an administrator passes it on. */
    delivery: z.enum(['message', 'ask']),
  }),
})

/** The form; `confirmPassword` is not sent. */
export const newPasswordForm = z
  .object({ password, confirmPassword: verbatim(1024) })
  .refine(hasMatchingPasswords, {
    path: ['confirmPassword'],
    error: passwordsDiffer,
    when: () => true,
  })

export const typedCurrentPassword = verbatim(1024).min(1, 'Please enter your current password')

/** For signed-in users, who enter their current password. */
export const passwordChangeForm = z
  .object({
    currentPassword: typedCurrentPassword,
    password,
    confirmPassword: verbatim(1024),
  })
  .refine(hasMatchingPasswords, {
    path: ['confirmPassword'],
    error: passwordsDiffer,
    when: () => true,
  })

/** A POST, so that the token is in no address. */
export const getResetAccount = endpoint('POST /api/auth/reset-password/account', {
  access: 'public',
  changes: [],
  limit: 30,
  summary: 'The account of a reset link, for the password manager; 404 for an invalid link',
  body: z.object({ token: line(200).min(1) }),
  errorCodes: ['not-found'],
  response: z.object({ email: z.string() }),
})

export const resetPassword = endpoint('POST /api/auth/reset-password', {
  access: 'public',
  changes: ['login'],
  limit: 30,
  summary: 'Set a new password with a reset link; ends all logins of the user',
  body: z.object({ token: line(200).min(1), password }),
  errorCodes: ['not-found'],
  response: z.object({ ok: z.literal(true) }),
})
