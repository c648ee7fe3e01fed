import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getMySecurity } from '#contract/accounts/security.ts'
import { changeMyPassword } from '#contract/accounts/account.ts'
import { minPasswordLength } from '#contract/accounts/auth.ts'
import { passwordChangeForm } from '#contract/accounts/onboarding.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { EmailCard } from '#web/features/accounts/security/email-card.tsx'
import { describeSignInError } from '#web/features/accounts/auth/sign-in-errors.ts'
import { OwnLogins } from '#web/features/accounts/security/own-logins.tsx'
import { OwnProviders } from '#web/features/accounts/security/own-providers.tsx'
import { SecondFactor } from '#web/features/accounts/security/second-factor.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { BackLink } from '#web/parts/page-state.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ApiForm } from '#web/form/api-form.tsx'
import { FieldPair, PasswordField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CurrentPasswordField } from '#web/features/accounts/security/security-fields.tsx'

/** For every role: password, email, second factor and logins. */
export function SecurityPage() {
  usePageTitle('Sign-in and security')
  const { email } = useSignedInUser()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Sign-in and security"
        subtitle={email}
        back={<BackLink to={paths.account}>Back to your account</BackLink>}
      />
      <OwnActs show="hidden">
        <div className="flex flex-col gap-6">
          <Security />
        </div>
      </OwnActs>
    </div>
  )
}

function Password() {
  const [saved, setSaved] = useState(0)
  return (
    <Card aria-label="Password">
      <CardHeader title="Password" description="Changing it logs you out on all other devices." />
      <PasswordForm key={saved} onSaved={() => setSaved((it) => it + 1)} />
    </Card>
  )
}

function Security() {
  const security = useQuery(queryFor(getMySecurity, {}))
  const [parameters] = useSearchParams()
  const failure = describeSignInError(parameters.get('error'))
  return (
    <ReadState
      read={security}
      loading={<SecuritySkeleton />}
      failed="Your sign-in settings could not be loaded"
      notRefreshed="Your sign-in settings could not be refreshed."
    >
      {(data) => (
        <>
          {failure && (
            <Banner tone="red" role="alert">
              {failure}
            </Banner>
          )}
          {/* A login by an identity provider has no password to ask for. */}
          {!data.isEmailManaged && <Password />}
          <EmailCard isManaged={data.isEmailManaged} />
          <SecondFactor {...data} />
          <OwnProviders {...data} />
          <OwnLogins {...data} />
        </>
      )}
    </ReadState>
  )
}

/** Password, email, second factor and logins. */
const SecuritySkeleton = () => (
  <>
    <Spinner label="Loading your sign-in settings" className="sr-only" />
    <Skeleton className="h-80 w-full" />
    <Skeleton className="h-22 w-full" />
    <Skeleton className="h-60 w-full" />
    <Skeleton className="h-32 w-full" />
  </>
)

function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const form = useApiForm({
    schema: passwordChangeForm,
    defaults: { currentPassword: '', password: '', confirmPassword: '' },
    mutationFn: ({ fields: { currentPassword, password } }, call) =>
      call(changeMyPassword, { body: { currentPassword, password } }),
    isSecret: true,
    successToast: () => ({
      title: 'Password changed',
      description: 'You have been logged out on all other devices.',
    }),
    errorToast: 'Failed to change your password',
    onSuccess: onSaved,
  })
  return (
    <ApiForm form={form}>
      <CurrentPasswordField />
      <FieldPair>
        <PasswordField
          name="password"
          label="New password"
          hint={`At least ${minPasswordLength} characters.`}
          deps="confirmPassword"
        />
        <PasswordField name="confirmPassword" label="Confirm new password" />
      </FieldPair>
      <Button
        type="submit"
        className="self-start"
        isPending={form.isPending}
        pendingLabel="Saving..."
      >
        Change password
      </Button>
    </ApiForm>
  )
}
