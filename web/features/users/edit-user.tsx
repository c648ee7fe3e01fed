import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { type Role, roleLabel } from '#contract/roles.ts'
import {
  mayHaveOrganization,
  needsOrganization,
  readUser,
  updateUser,
  type User,
  userChange,
} from '#contract/users.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { AccountStatus } from './account-status.tsx'
import { NameFields } from './name-fields.tsx'
import { OrganizationField } from './organization-field.tsx'
import { updateCachedUser } from './update-cached-user.ts'
import { RolesField } from './roles-field.tsx'

const fields = userChange
  .omit({ isActive: true })
  .refine((it) => !needsOrganization(it) || it.organizationId !== null, {
    path: ['organizationId'],
    error: 'Organization is required',
  })
const fieldsOf = ({ firstName, lastName, email, roles, organizationId }: User) => ({
  ...{ firstName, lastName, email, roles, organizationId },
})

type EditUserProps = {
  /** As the list had it when it was opened. */
  user: User
  actor: { id: string; roles: readonly Role[] }
  isOpen: boolean
  onClose: () => void
}

/** Names, e-mail, roles, and whether the account is in use. */
export function EditUser({ user, actor, isOpen, onClose }: EditUserProps) {
  const queries = useQueryClient()
  const params = { id: user.id }
  const isOwn = user.id === actor.id
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Edit User"
      description={`The account of ${formatPersonName(user)}.`}
      schema={fields}
      defaults={fieldsOf(user)}
      version={user.version}
      reread={async () => {
        const now = await call(readUser, { params })
        updateCachedUser(queries, now)
        return { fields: fieldsOf(now), version: now.version }
      }}
      keepAs={`user ${user.id}`}
      // What the server refuses without naming a field is a change of access.
      fieldOf={({ status }) => ([403, 409].includes(status) ? 'roles' : undefined)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      write={({ fields: { roles, ...rest }, version }, call) =>
        // The own roles are not sent at all: they cannot change.
        call(updateUser, { params, body: { ...rest, ...(!isOwn && { roles }), version } })
      }
      done={() => ({
        title: 'User updated',
        description: 'The user has been successfully updated.',
      })}
      failed="Failed to update user"
      onSuccess={(changed) => updateCachedUser(queries, changed)}
      below={!isOwn && <AccountStatus user={user} />}
    >
      <NameFields />
      <RolesField actor={actor} isOwn={isOwn} />
      <OrganizationOfRoles />
      {!isOwn && (
        <p className="mt-2 text-xs text-muted">
          A change of roles ends every login of this user. The role {roleLabel.client_user} gives
          them a plan of their own. Whoever loses the role {roleLabel.coach_user} keeps the clients,
          and has an inactive coach profile until its status is set under Coaches.
        </p>
      )}
    </FormDialog>
  )
}

/** Offered to those whose roles belong to one. */
function OrganizationOfRoles() {
  const roles: Role[] = useWatch({ name: 'roles' })
  return (
    mayHaveOrganization({ roles }) && (
      <OrganizationField isRequired={needsOrganization({ roles })} />
    )
  )
}
