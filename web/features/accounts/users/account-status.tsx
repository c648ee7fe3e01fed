import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { graceDays } from '#contract/retention/retention.ts'
import { isClient, isCoach } from '#contract/roles.ts'
import { updateUser, type User, listUsers } from '#contract/accounts/users.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { describeError, type Page } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Deactivates or reactivates an account without losing what is typed in the form above. */
export function AccountStatus({ user: initialUser }: { user: User }) {
  const [user, setUser] = useState(initialUser)
  const [isConfirming, setConfirming] = useState(false)
  const [error, setError] = useState('')
  const queries = useQueryClient()
  const change = useApiMutation({
    mutationFn: (isActive: boolean, call) =>
      call(updateUser, { params: { id: initialUser.id }, body: { isActive } }),
    successToast: (_changed, isActive) =>
      isActive
        ? { title: 'User reactivated', description: 'The user can log in again.' }
        : { title: 'User deactivated', description: 'The user can no longer log in.' },
    errorToast: 'Failed to update user',
    onSuccess: (changed) => {
      updateCachedUser(queries, changed)
      setUser(changed)
      setConfirming(false)
    },
    onError: (error) => {
      setError(describeError(error, 'Nothing was changed.'))
      setConfirming(false)
    },
  })
  const isActive = user.deactivatedAt === null
  const name = formatPersonName(user)
  const isCoaching = isCoach(user)
  return (
    <section aria-label="Account" className="mt-6 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-muted">
          {isActive
            ? 'This account is active.'
            : `Deactivated since ${formatDate(user.deactivatedAt ?? '')}.`}
        </p>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setError('')
            setConfirming(true)
          }}
        >
          {isActive ? 'Deactivate User' : 'Reactivate User'}
        </Button>
      </div>
      {error && (
        <p role="alert" className="mt-2 text-xs text-red-ink">
          {error}
        </p>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        tone={isActive ? 'danger' : 'primary'}
        title={isActive ? `Deactivate ${name}?` : `Reactivate ${name}?`}
        description={
          isActive
            ? `${name} will be logged out everywhere and can no longer log in. You can reactivate the account at any time.${isClient(user) ? ` This ends the coaching: data that is kept until then is deleted after ${graceDays} days.` : ''}${isCoaching ? ' The coach profile becomes inactive; assigned clients stay until you reassign them.' : ''}`
            : `${name} can log in again with the same password and roles.${isCoaching ? ' The coach profile stays inactive until you change its status under Coaches.' : ''}`
        }
        confirmLabel={isActive ? 'Deactivate User' : 'Reactivate User'}
        pendingLabel={isActive ? 'Deactivating...' : 'Reactivating...'}
        isPending={change.isPending}
        onConfirm={() => change.run(!isActive)}
      />
    </section>
  )
}

/** Updates a user in every cached list, also in those too long to refetch. */
export const updateCachedUser = (queries: QueryClient, user: User) =>
  queries.setQueriesData<InfiniteData<Page<User[]>>>(
    { queryKey: [listUsers.path] },
    (list) => list && withUser(list, user),
  )

const withUser = (list: InfiniteData<Page<User[]>>, user: User) => ({
  ...list,
  pages: list.pages.map((page) =>
    page.rows.some(({ id }) => id === user.id)
      ? { ...page, rows: page.rows.map((row) => (row.id === user.id ? user : row)) }
      : page,
  ),
})
