import { useState } from 'react'
import { emailLinkHours, newEmail, requestEmailChange } from '#contract/accounts/email-change.ts'
import type { Reply } from '#contract/endpoint.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CurrentPasswordField } from './security-fields.tsx'

/** Shows the email of the account, and changes it by a link to the new one. */
export function EmailCard({ isManaged }: { isManaged: boolean }) {
  const { email } = useSignedInUser()
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<{ email: string } & Reply<typeof requestEmailChange>>()
  return (
    <Card aria-label="Email" className="flex flex-col gap-4 p-5 max-md:p-4 *:mb-0">
      <CardHeader
        title="Email"
        description={<span className="break-all">{email}</span>}
        actions={
          !isManaged && (
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              Change email
            </Button>
          )
        }
      />
      {isManaged && (
        <p className="text-muted">
          You signed in through your organization’s sign-in provider, which manages your email. Ask
          your administrator to change it.
        </p>
      )}
      {sent && sent.email !== email && (
        <Banner tone="blue" isLive>
          <span className="break-words">
            {sent.delivery === 'message'
              ? `If no other account uses ${sent.email}, we’ve sent it a link, which works for ${emailLinkHours} hours.`
              : `Email isn’t set up here. If no other account uses ${sent.email}, an administrator now has a message with your link. Ask them for it.`}{' '}
            Your email stays the same until you open the link and confirm.
          </span>
        </Banner>
      )}
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="sm"
        title="Change email"
        description="We’ll send a link to the new address. Your email changes when you open it and confirm."
        schema={newEmail}
        defaults={{ email: '', currentPassword: '' }}
        submitLabel="Send link"
        pendingLabel="Sending..."
        mutationFn={({ fields }, call) => call(requestEmailChange, { body: fields })}
        isSecret
        errorToast="Nothing was changed. Please try again."
        onSuccess={({ delivery }, { fields }) => setSent({ email: fields.email, delivery })}
      >
        <TextField name="email" type="email" label="New email" autoComplete="email" />
        <CurrentPasswordField />
      </FormDialog>
    </Card>
  )
}
