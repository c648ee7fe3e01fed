import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import {
  addPasskey,
  currentPassword,
  passkeyName,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#contract/accounts/second-factor.ts'
import type { Passkey } from '#contract/accounts/security.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { formatDate } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FactorSection } from './factor-section.tsx'
import { createPasskey } from './passkey.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { CurrentPasswordField } from './security-fields.tsx'

type PasskeysProps = {
  passkeys: readonly Passkey[]
  /** Asked for when a passkey is added. */
  hasPassword: boolean
  onCodes: (codes: readonly string[] | null) => void
}
const withoutPassword = passkeyName.extend({ currentPassword: z.string() })
type Chosen = { passkey: Passkey; action: 'rename' | 'remove'; isOpen: boolean }

export function Passkeys({ passkeys, hasPassword, onCodes }: PasskeysProps) {
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const dialog = (action: Chosen['action']) => ({
    isOpen: chosen?.action === action && chosen.isOpen,
    onClose: () => setChosen((it) => it && { ...it, isOpen: false }),
  })
  const params = { id: chosen?.passkey.id ?? '' }
  const name = chosen?.passkey.name ?? ''
  return (
    <FactorSection
      title="Passkeys"
      description="Your fingerprint, face, screen lock or a security key. Nobody can trick you into giving it away."
      action={
        <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
          Add passkey
        </Button>
      }
    >
      {passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onChoose={(action) => setChosen({ passkey, action, isOpen: true })}
            />
          ))}
        </ul>
      )}
      <FormDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        size="sm"
        title="Add passkey"
        description="Your browser then asks where to save it."
        schema={hasPassword ? passkeyName.extend(currentPassword.shape) : withoutPassword}
        defaults={{ name: '', currentPassword: '' }}
        submitLabel="Add passkey"
        pendingLabel="Waiting..."
        mutationFn={async ({ fields: { name: newName, ...body } }, call) => {
          const passkey = await createPasskey(await call(startPasskey, { body }))
          return call(addPasskey, { body: { name: newName, passkey } })
        }}
        isSecret
        successToast={() => ({ title: 'Passkey added' })}
        errorToast="The passkey was not created. Please try again."
        onSuccess={({ recoveryCodes }) => onCodes(recoveryCodes)}
      >
        <TextField
          name="name"
          label="Name"
          hint="To tell it apart, such as My laptop."
          isRequired
        />
        {hasPassword && <CurrentPasswordField isRequired />}
      </FormDialog>
      <FormDialog
        {...dialog('rename')}
        size="sm"
        title="Rename passkey"
        schema={passkeyName}
        defaults={{ name }}
        submitLabel="Save name"
        pendingLabel="Saving..."
        mutationFn={({ fields }, call) => call(renamePasskey, { params, body: fields })}
        successToast={() => ({ title: 'Passkey renamed' })}
        errorToast="Failed to rename the passkey"
      >
        <TextField name="name" label="Name" isRequired />
      </FormDialog>
      <PasswordDialog
        {...dialog('remove')}
        title={`Remove ${name}?`}
        description="It no longer works when you sign in. Delete it from your device too."
        submitLabel="Remove passkey"
        tone="danger"
        pendingLabel="Removing..."
        send={(body, call) => call(removePasskey, { params, body })}
        toast="Passkey removed"
      />
    </FactorSection>
  )
}

type PasskeyRowProps = { passkey: Passkey; onChoose: (action: Chosen['action']) => void }

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onChoose }: PasskeyRowProps) {
  return (
    <li className="flex items-center justify-between gap-3 py-3 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-xs text-muted">
          Added on {formatDate(createdAt)} ·{' '}
          {lastUsedAt ? `Last used on ${formatDate(lastUsedAt)}` : 'Never used'}
        </p>
      </div>
      <span className="flex shrink-0">
        <IconButton
          size="sm"
          icon={Pencil}
          label={`Rename ${name}`}
          onClick={() => onChoose('rename')}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${name}`}
          onClick={() => onChoose('remove')}
        />
      </span>
    </li>
  )
}
