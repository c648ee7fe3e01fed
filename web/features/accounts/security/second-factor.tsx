import { useState } from 'react'
import { Download, Printer } from 'lucide-react'
import { renewRecoveryCodes } from '#contract/accounts/second-factor.ts'
import type { MySecurity } from '#contract/accounts/security.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { brandName } from '#web/lib/page-settings.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Paper } from '#web/ui/paper.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { FactorSection } from './factor-section.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordDialog } from './password-dialog.tsx'

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

type RecoveryCodesDialogProps = {
  /** Undefined: closed. */
  codes: readonly string[] | undefined
  onClose: () => void
}

function RecoveryCodesDialog({ codes = [], onClose }: RecoveryCodesDialogProps) {
  const title = `${brandName} recovery codes`
  const text = codes.join('\n')
  const file = `${title}. Each works once.\n\n${text}\n`
  const isOpen = codes.length > 0
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        ignoresClickOutside
        size="sm"
        title="Save your recovery codes"
        description="They won’t be shown again. Each lets you sign in once if you lose your second factor. Keep them somewhere safe, such as in a password manager."
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Codes codes={codes} />
        <div className="mt-4 flex flex-wrap gap-2">
          <CopyButton
            variant="secondary"
            size="sm"
            text={text}
            label="Copy"
            failed="Failed to copy the recovery codes to clipboard"
          />
          <Button asChild variant="secondary" size="sm" icon={Download}>
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="recovery-codes.txt"
            >
              Download
            </a>
          </Button>
          <Button variant="secondary" size="sm" icon={Printer} onClick={() => print()}>
            Print
          </Button>
        </div>
      </Dialog>
      {isOpen && (
        <Paper>
          <h2 className="text-xl">{title}</h2>
          <p className="mb-5 text-muted">Each works once.</p>
          <Codes codes={codes} />
        </Paper>
      )}
    </>
  )
}

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono">
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ul>
)
