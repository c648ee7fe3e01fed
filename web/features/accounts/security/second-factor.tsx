import { useState } from 'react'
import { renewRecoveryCodes } from '#contract/accounts/second-factor.ts'
import type { MySecurity } from '#contract/accounts/security.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { FactorSection } from './factor-section.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

/** From here on the user should replace them. */
const fewCodes = 3

export function SecondFactor({ passkeys, factors, recoveryCodesLeft, isEmailManaged }: MySecurity) {
  const [codes, setCodes] = useState<readonly string[]>()
  // A login by an identity provider has no password to ask for.
  const hasPassword = !isEmailManaged
  const showCodes = (created: readonly string[] | null) => setCodes(created ?? undefined)
  return (
    <Card aria-label="Second factor">
      <CardHeader
        title="Second factor"
        description="Asked for after your password, so that a stolen password is not enough."
      />
      <div className="divide-y divide-line">
        <Passkeys passkeys={passkeys} hasPassword={hasPassword} onCodes={showCodes} />
        <AuthenticatorApp
          isSetUp={factors.includes('totp')}
          hasPassword={hasPassword}
          onCodes={showCodes}
        />
        {factors.length > 0 && <RecoveryCodes left={recoveryCodesLeft} onCodes={showCodes} />}
      </div>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Card>
  )
}

type RecoveryCodesProps = { left: number; onCodes: (codes: readonly string[]) => void }

function RecoveryCodes({ left, onCodes }: RecoveryCodesProps) {
  const [isRenewing, setRenewing] = useState(false)
  return (
    <FactorSection
      title="Recovery codes"
      description={`${left === 1 ? '1 code' : `${left} codes`} left. Each lets you sign in once if you lose your second factor.`}
      action={
        <Button variant="secondary" size="sm" onClick={() => setRenewing(true)}>
          Replace codes
        </Button>
      }
    >
      {left <= fewCodes && (
        <Banner tone="amber" className="mt-3">
          You’re running out of recovery codes. Replace them soon.
        </Banner>
      )}
      <PasswordDialog
        isOpen={isRenewing}
        onClose={() => setRenewing(false)}
        title="Replace recovery codes?"
        description="The old ones stop working."
        submitLabel="Replace codes"
        pendingLabel="Replacing..."
        send={(body, call) => call(renewRecoveryCodes, { body })}
        toast="Recovery codes replaced"
        onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
      />
    </FactorSection>
  )
}
