import { type SignInError, signInError } from '#contract/accounts/provider-sign-in.ts'

const sentences: Record<SignInError, string> = {
  cancelled: 'Sign-in was cancelled.',
  expired: 'Sign-in took too long or was started in another tab. Please try again.',
  failed: 'Sign-in didn’t work. Please try again, or ask your administrator.',
  unavailable: 'The sign-in service can’t be reached. Please try again in a moment.',
  'email-not-verified':
    'Your sign-in service hasn’t verified your email address. Please ask your administrator.',
  'no-account': 'There is no account for you here. Please ask your administrator.',
  'not-accepted':
    'Your account can’t be used with this sign-in service. Sign in another way, or ask your administrator.',
  'link-first':
    'There already is an account with your email. Sign in as before, and you can link this sign-in service to it.',
  deactivated: 'Your account is deactivated. Please ask your administrator.',
}

/** Undefined for an unknown code. */
export const describeSignInError = (code: unknown) => {
  const { data } = signInError.safeParse(code)
  return data && sentences[data]
}
