import { memo } from 'react'
import type { User } from '#contract/users.ts'
import type { ListRows } from '#web/ui/list-body.tsx'
import { VirtualCards } from '#web/ui/virtual-cards.tsx'
import { UserActions, type UserHandlers } from './user-actions.tsx'
import { RoleBadges, UserIdentity } from './user-identity.tsx'
import { CreatedDay } from './user-table.tsx'

type UserRowsProps = { list: ListRows<User>; handlers: UserHandlers }

/** The list on phones: one card for each user. */
export const UserCards = ({ list, handlers }: UserRowsProps) => (
  <VirtualCards
    label="Users"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={206}
    renderRow={(user) => <UserCard user={user} handlers={handlers} />}
  />
)

const UserCard = memo(function UserCard({
  user,
  handlers,
}: {
  user: User
  handlers: UserHandlers
}) {
  return (
    <div className="flex flex-col gap-3">
      <UserIdentity user={user} />
      <p className="truncate">{user.email}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RoleBadges roles={user.roles} />
        <span className="text-xs text-muted">
          Created <CreatedDay user={user} />
        </span>
      </div>
      <UserActions user={user} handlers={handlers} />
    </div>
  )
})
