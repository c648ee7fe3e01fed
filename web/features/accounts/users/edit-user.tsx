import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useState } from 'react'
import { type Role, roleLabel } from '#contract/roles.ts'
import {
  mayHaveOrganization,
  needsOrganization,
  readUser,
  updateUser,
  type User,
  userChange,
} from '#contract/accounts/users.ts'
import { resetSecondFactor } from '#contract/accounts/second-factor.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { OrganizationField } from '#web/parts/organization-field.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { AccountStatus, updateCachedUser } from './account-status.tsx'
import { NameFields, RolesField } from './user-fields.tsx'

const fields = userChange
  .omit({ isActive: true })
  .refine((it) => !needsOrganization(it) || it.organizationId !== null, {
    path: ['organizationId'],
    error: 'Organization is required',
  })
const toFields = ({ firstName, lastName, email, roles, organizationId }: User) => ({
  firstName,
  lastName,
  email,
  roles,
  organizationId,
})

type EditUserProps = {
  /** As the list had it when the dialog opened. */
  user: User
  actor: { id: string; roles: readonly Role[] }
  isOpen: boolean
  onClose: () => void
}

export function EditUser({ user, actor, isOpen, onClose }: EditUserProps) {
  const queries = useQueryClient()
  const params = { id: user.id }
  const isOwn = user.id === actor.id
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Edit User"

      schema={fields}
      defaults={toFields(user)}
      version={user.version}
      reloadRow={async () => {
        const now = await call(readUser, { params })
        updateCachedUser(queries, now)
        return { fields: toFields(now), version: now.version }
      }}
      draftKey={`user ${user.id}`}
      // An error without a field is about access, so it is shown at the roles.
      fieldOf={({ status }) => ([403, 409].includes(status) ? 'roles' : undefined)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      mutationFn={({ fields: { roles, ...rest }, version }, call) =>
        // Users cannot change their own roles.
        call(updateUser, { params, body: { ...rest, ...(!isOwn && { roles }), version } })
      }
      successToast={() => ({
        title: 'User updated',
        description: 'The user has been successfully updated.',
      })}
      errorToast="Failed to update user"
      onSuccess={(changed) => updateCachedUser(queries, changed)}
      afterFields={
        !isOwn && (
          <>
            <AccountStatus user={user} />
            {user.hasSecondFactor && <ResetSecondFactor user={user} />}
          </>
        )
      }
    >
      <NameFields />
      <RolesField actor={actor} isOwn={isOwn} />
      <OrganizationOfRoles />
      {!isOwn && (
        <p className="mt-2 text-xs text-muted">
          Changing roles signs this user out. The {roleLabel.client_user} role gives them a plan of
          their own. Removing the {roleLabel.coach_user} role sets the coach profile to inactive;
          assigned clients stay.
        </p>
      )}
    </FormDialog>
  )
}

/** Only some roles belong to an organization. */
function OrganizationOfRoles() {
  const roles: Role[] = useWatch({ name: 'roles' })
  return (
    mayHaveOrganization({ roles }) && (
      <OrganizationField isRequired={needsOrganization({ roles })} />
    )
  )
}

/** For a user who has lost their passkey, phone and recovery codes. */
function ResetSecondFactor({ user }: { user: User }) {
  const [isConfirming, setConfirming] = useState(false)
  const [isDone, setDone] = useState(false)
  const name = formatPersonName(user)
  const reset = useApiMutation({
    mutationFn: (_nothing: void, call) => call(resetSecondFactor, { params: { id: user.id } }),
    successToast: () => ({ title: 'Second factor removed', description: name }),
    errorToast: 'Failed to remove the second factor',
    onSuccess: () => setDone(true),
    onSettled: () => setConfirming(false),
  })
  return (
    <section aria-label="Second factor" className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-muted">
          {isDone ? 'The second factor was removed.' : 'This account has a second factor.'}
        </p>
        {!isDone && (
          <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
            Remove second factor
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Remove the second factor of ${name}?`}
        description="Make sure it’s really them asking. Passkeys, authenticator app and recovery codes stop working, and the password alone is enough. They’ll be notified by email."
        confirmLabel="Remove second factor"
        pendingLabel="Removing..."
        isPending={reset.isPending}
        onConfirm={() => reset.run()}
      />
    </section>
  )
}
