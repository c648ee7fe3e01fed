import { useId, useState } from 'react'
import type { Role } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'
import { personName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AccountState } from './account-state.tsx'
import { EditUserForm } from './edit-user-form.tsx'
import { useUpdateUser } from './use-user-writes.ts'

type EditUserProps = {
  /** As the list had it when it was opened. */
  user: User
  actor: { id: string; roles: readonly Role[] }
  isOpen: boolean
  onClose: () => void
}

/** Names, e-mail, roles, and whether the account is in use. */
export function EditUser({ user, actor, isOpen, onClose }: EditUserProps) {
  const formId = useId()
  const [failure, setFailure] = useState<Error | null>(null)
  const update = useUpdateUser({ onSuccess: onClose, onError: setFailure })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next && !update.isPending) onClose()
      }}
      title="Edit User"
      description={`The account of ${personName(user)}.`}
      footer={
        <>
          <Button variant="secondary" disabled={update.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={update.isPending} pendingLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <EditUserForm
        id={formId}
        user={user}
        actor={actor}
        failure={failure}
        onSubmit={(body) => {
          setFailure(null)
          update.mutate({ id: user.id, body })
        }}
      />
      {user.id !== actor.id && <AccountState user={user} />}
    </Dialog>
  )
}
