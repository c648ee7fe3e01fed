import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { PasswordField, Username, TextField } from '#web/form/fields.tsx'

export const CurrentPasswordField = ({ isRequired = false }: { isRequired?: boolean }) => (
  <>
    <Username email={useSignedInUser().email} />
    <PasswordField
      name="currentPassword"
      label="Current password"
      autoComplete="current-password"
      isRequired={isRequired}
    />
  </>
)

/** The code of an authenticator app, or else a recovery code. */
export const CodeField = ({ hasApp }: { hasApp: boolean }) => (
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
)
