import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { PasswordField, Username } from '#web/form/fields.tsx'

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
