import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentUser, SecondFactor } from '#contract/auth.ts'
import {
  signInWithSecondFactor,
  startSecondFactor,
  totpCode,
  trustedBrowserDays,
} from '#contract/second-factor.ts'
import { signWithPasskey } from '#web/features/security/passkey.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { TextField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'

type SecondStepProps = {
  factors: readonly SecondFactor[]
  onSignedIn: (user: CurrentUser) => void
  onStartOver: () => void
}

/** The second factor after the password. */
export function SecondStep({ factors, onSignedIn, onStartOver }: SecondStepProps) {
  const [trustBrowser, setTrusted] = useState(false)
  const hasApp = factors.includes('totp')
  const hasPasskey = factors.includes('passkey')
  const shared = {
    onSuccess: ({ user }: { user: CurrentUser }) => onSignedIn(user),
    onError: (error: Error) => {
      // The password was entered too long ago.
      if (error instanceof ApiError && error.status === 401) onStartOver()
    },
  }
  const form = useApiForm({
    schema: totpCode,
    defaults: { code: '' },
    mutationFn: ({ fields: { code } }, call) =>
      call(signInWithSecondFactor, { body: { code, trustBrowser } }),
    isSecret: true,
    errorToast: 'The code could not be checked. Please try again.',
    ...shared,
  })
  const { setFocus } = form.methods
  useEffect(() => {
    if (!hasPasskey) setFocus('code')
  }, [hasPasskey, setFocus])
  const passkey = useApiMutation({
    mutationFn: async (_nothing: void, call) => {
      const signed = await signWithPasskey(await call(startSecondFactor, {}))
      return call(signInWithSecondFactor, { body: { passkey: signed, trustBrowser } })
    },
    isSecret: true,
    errorToast: 'The passkey was not used. Please try again.',
    ...shared,
  })
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey && (
        <Button
          icon={KeyRound}
          isPending={passkey.isPending}
          pendingLabel="Waiting for your passkey..."
          onClick={() => passkey.run()}
        >
          Use a passkey
        </Button>
      )}
      <ApiForm form={form}>
        <TextField
          name="code"
          label={hasApp ? 'Code' : 'Recovery code'}
          hint={
            hasApp
              ? 'The six digits in your authenticator app, or one of your recovery codes.'
              : 'If you don’t have your passkey with you.'
          }
          autoComplete="one-time-code"
        />
        <Checkbox
          label={`Don’t ask again in this browser for ${trustedBrowserDays} days`}
          checked={trustBrowser}
          onCheckedChange={setTrusted}
        />
        <Button
          type="submit"
          variant={hasPasskey ? 'secondary' : 'primary'}
          isPending={form.isPending}
          pendingLabel="Signing in..."
        >
          Continue
        </Button>
      </ApiForm>
      <Button variant="ghost" className="self-start" onClick={onStartOver}>
        Use another account
      </Button>
    </div>
  )
}
