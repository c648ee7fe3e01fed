import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentUser, SecondFactor } from '#contract/accounts/auth.ts'
import {
  signInWithSecondFactor,
  startSecondFactor,
  totpCode,
  trustedBrowserDays,
} from '#contract/accounts/second-factor.ts'
import { CodeField } from '#web/features/accounts/security/security-fields.tsx'
import { signWithPasskey } from '#web/features/accounts/security/passkey.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { OrDivider } from './provider-buttons.tsx'

type SecondFactorFormProps = {
  factors: readonly SecondFactor[]
  onSignedIn: (user: CurrentUser) => void
  onStartOver: () => void
}

/** The second factor after the password. The checkbox comes before both ways to continue. */
export function SecondFactorForm({ factors, onSignedIn, onStartOver }: SecondFactorFormProps) {
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
  const trust = (
    <Checkbox
      label={`Don’t ask again in this browser for ${trustedBrowserDays} days`}
      checked={trustBrowser}
      onCheckedChange={setTrusted}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey && (
        <>
          {trust}
          <Button
            icon={KeyRound}
            isPending={passkey.isPending}
            pendingLabel="Waiting for your passkey..."
            onClick={() => passkey.run()}
          >
            Use a passkey
          </Button>
          <OrDivider />
        </>
      )}
      <ApiForm form={form}>
        <CodeField hasApp={hasApp} />
        {!hasPasskey && trust}
        <Button
          type="submit"
          variant={hasPasskey ? 'secondary' : 'primary'}
          isPending={form.isPending}
          pendingLabel="Signing in..."
        >
          Continue
        </Button>
      </ApiForm>
      <button
        type="button"
        className="mt-2 self-start rounded-md font-semibold text-brand-ink hover:underline"
        onClick={onStartOver}
      >
        Use another account
      </button>
    </div>
  )
}
