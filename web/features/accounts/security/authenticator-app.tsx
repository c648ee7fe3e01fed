import { useMemo, useState } from 'react'
import { confirmTotp, removeTotp, startTotp, totpCode } from '#contract/accounts/second-factor.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { qrFile, qrModules } from '#contract/rules/qr-modules.ts'
import { Button } from '#web/ui/button.tsx'
import { FactorSection } from './factor-section.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type AuthenticatorAppProps = {
  isSetUp: boolean
  /** Asked for before an app is added. */
  hasPassword: boolean
  onCodes: (codes: readonly string[] | null) => void
}

export function AuthenticatorApp({ isSetUp, hasPassword, onCodes }: AuthenticatorAppProps) {
  const [app, setApp] = useState<{ secret: string; link: string; isOpen: boolean }>()
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const open = (it: { secret: string; link: string }) => setApp({ ...it, isOpen: true })
  const start = useApiMutation({
    mutationFn: (_nothing: void, call) => call(startTotp, { body: { currentPassword: '' } }),
    errorToast: 'Failed to start. Please try again.',
    isSecret: true,
    onSuccess: open,
  })
  return (
    <FactorSection
      title="Authenticator app"
      description={
        isSetUp
          ? 'Set up. Its codes work when you sign in.'
          : 'An app on your phone shows a new code every 30 seconds.'
      }
      action={
        isSetUp ? (
          <Button variant="secondary" size="sm" onClick={() => setRemoving(true)}>
            Remove app
          </Button>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            isPending={start.isPending}
            onClick={() => (hasPassword ? setAsking(true) : start.run())}
          >
            Add app
          </Button>
        )
      }
    >
      {app && (
        <FormDialog
          isOpen={app.isOpen}
          onClose={() => setApp({ ...app, isOpen: false })}
          size="sm"
          title="Add authenticator app"
          description="Scan this code with your app, then enter the six digits that it shows."
          schema={totpCode}
          defaults={{ code: '' }}
          submitLabel="Add app"
          pendingLabel="Checking..."
          mutationFn={({ fields }, call) => call(confirmTotp, { body: fields })}
          isSecret
          successToast={() => ({ title: 'Authenticator app added' })}
          errorToast="Failed to add the app"
          onSuccess={({ recoveryCodes }) => onCodes(recoveryCodes)}
        >
          <Secret {...app} />
          <TextField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            inputMode="numeric"
            isRequired
          />
        </FormDialog>
      )}
      <PasswordDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Confirm that it’s you"
        description="Enter your password to add an authenticator app."
        submitLabel="Continue"
        pendingLabel="Checking..."
        send={(body, call) => call(startTotp, { body })}
        onDone={open}
      />
      <PasswordDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove authenticator app?"
        description="Its codes no longer work when you sign in."
        submitLabel="Remove app"
        tone="danger"
        pendingLabel="Removing..."
        send={(body, call) => call(removeTotp, { body })}
        toast="Authenticator app removed"
      />
    </FactorSection>
  )
}

function Secret({ secret, link }: { secret: string; link: string }) {
  const modules = useMemo(() => qrModules(link), [link])
  return (
    <div className="flex flex-col items-center gap-3">
      {/* Dark on light in both themes, or cameras cannot read it. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrFile(modules))}`}
        alt="QR code for the authenticator app"
        className="size-44 rounded-md border border-line"
      />
      <p className="text-muted">Can’t scan it? Enter this key in the app:</p>
      <code className="rounded-md bg-sunken px-3 py-2 text-center">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
    </div>
  )
}
