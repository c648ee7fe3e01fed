import { z } from 'zod'
import { currentUser, minPasswordLength } from './auth.ts'
import { line, verbatim } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/** Specification part 1, section 5: registration has texts of its own. */
const firstName = line(100).min(1, 'First name is required')
const lastName = line(100).min(1, 'Last name is required')
const password = verbatim(1024).min(
  minPasswordLength,
  `Password must be at least ${minPasswordLength} characters`,
)
const email = line(320).toLowerCase().pipe(z.email('Please enter a valid email address'))

/** Specification part 1, section 2: whatever is wrong with the link, and no hint what. */
export const invalidInvitation = 'This onboarding link appears to be invalid or incomplete.'

export const getInvitation = endpoint('GET /api/onboarding/{orgId}/{inviteToken}', {
  access: 'public',
  shows: ['organization'],
  limit: 60,
  summary: 'The organization behind an onboarding link; 404 without a hint for a wrong one',
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
  refuses: ['not-found', 'conflict', 'too-many-requests'],
  response: z.object({ user: currentUser }),
})

/** Minutes for which a link to set a new password works, once. */
export const resetLinkMinutes = 30
/** Days for which the link of an invitation works, once. */
export const invitationDays = 7
/** In the fragment, which browsers send neither to servers nor as a referrer. */
export const resetLink = (origin: string, token: string) =>
  `${origin}/reset-password#token=${token}`
export const tokenOfLink = (link: string) => link.slice(link.indexOf('=') + 1)

/** The form of Forgot your password? */
export const forgotPasswordForm = z.object({ email })

export const requestPasswordReset = endpoint('POST /api/auth/forgot-password', {
  access: 'public',
  changes: ['message'],
  limit: 10,
  summary: 'Send a link to set a new password; the answer never says whether somebody exists',
  body: forgotPasswordForm,
  response: z.object({
    /** `message`: a link is on its way. `ask`: no messages leave this installation, an administrator has it. */
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

/** The same of somebody who is signed in, and knows the present one. */
export const passwordChangeForm = z
  .object({
    currentPassword: verbatim(1024).min(1, 'Please enter your current password'),
    ...{ password, confirmPassword: verbatim(1024) },
  })
  .refine(hasMatchingPasswords, {
    path: ['confirmPassword'],
    error: passwordsDiffer,
    when: () => true,
  })

export const resetPassword = endpoint('POST /api/auth/reset-password', {
  access: 'public',
  changes: ['login'],
  limit: 30,
  summary: 'Set a new password by a link; ends all logins of that user',
  body: z.object({ token: line(200).min(1), password }),
  refuses: ['not-found'],
  response: z.object({ ok: z.literal(true) }),
})
