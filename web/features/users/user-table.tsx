import { memo } from 'react'
import type { User } from '#contract/users.ts'
import { shortDate } from '#web/lib/dates.ts'
import type { ListRows } from '#web/ui/list-body.tsx'
import { TableCell, TableHeader } from '#web/ui/table.tsx'
import { VirtualTable } from '#web/ui/virtual-table.tsx'
import { UserActions, type UserHandlers } from './user-actions.tsx'
import { RoleBadges, UserIdentity } from './user-identity.tsx'

type UserRowsProps = { list: ListRows<User>; handlers: UserHandlers }

/** Columns as specified (part 1, section 2, "User Management"). */
export const UserTable = ({ list, handlers }: UserRowsProps) => (
  <VirtualTable
    label="Users"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={61}
    columns={5}
    minWidth="58rem"
    head={
      <>
        <TableHeader>User</TableHeader>
        <TableHeader className="w-[31%]">Email</TableHeader>
        <TableHeader className="w-32">Roles</TableHeader>
        <TableHeader className="w-29">Created</TableHeader>
        <TableHeader className="w-46 text-right">Actions</TableHeader>
      </>
    }
    renderRow={(user) => <UserCells user={user} handlers={handlers} />}
  />
)

const UserCells = memo(function UserCells({
  user,
  handlers,
}: {
  user: User
  handlers: UserHandlers
}) {
  return (
    <>
      <TableCell isHeading>
        <UserIdentity user={user} />
      </TableCell>
      <TableCell>
        <span className="block truncate" title={user.email}>
          {user.email}
        </span>
      </TableCell>
      <TableCell>
        <RoleBadges roles={user.roles} />
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <CreatedDay user={user} />
      </TableCell>
      <TableCell>
        <UserActions user={user} handlers={handlers} />
      </TableCell>
    </>
  )
})

/** "Created (locale date, N/A if missing)." */
export const CreatedDay = ({ user: { createdAt } }: { user: User }) =>
  createdAt ? (
    <time dateTime={createdAt}>{shortDate(createdAt)}</time>
  ) : (
    <span className="text-muted">N/A</span>
  )
