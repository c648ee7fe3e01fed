import { useEffect } from 'react'
import type { CurrentUser, SecondFactor } from '#contract/auth.ts'
import { continueSignIn } from '#contract/second-factor.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type ContinueSignInProps = {
  onSignedIn: (user: CurrentUser) => void
  onSecondFactor: (factors: readonly SecondFactor[]) => void
  onFailed: () => void
}

/** After an identity provider, for somebody who has a second factor. */
export function ContinueSignIn({ onSignedIn, onSecondFactor, onFailed }: ContinueSignInProps) {
  const { run } = useApiMutation({
    mutationFn: (_nothing: void, call) => call(continueSignIn, {}),
    errorToast: 'This sign-in could not be continued. Please start again.',
    onSuccess: (answer) =>
      'user' in answer ? onSignedIn(answer.user) : onSecondFactor(answer.secondFactor),
    onError: onFailed,
  })
  useEffect(() => {
    run()
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <Spinner label="Signing in" />
}
