import { SearchX, Users } from 'lucide-react'
import { useMemo } from 'react'
import type { z } from 'zod'
import { listUsers } from '#contract/accounts/users.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import type { UserHandlers } from './user-actions.tsx'
import { userColumns } from './user-columns.tsx'

type UserListProps = Pick<z.input<typeof listUsers.query>, 'role' | 'sort'> & {
  q: string
  sorting: Sorting
  handlers: UserHandlers
}

/** Its texts are fixed (docs/product.md, "Users"). */
export function UserList({ q, role, sort, sorting, handlers }: UserListProps) {
  const list = useList(listUsers, { q, role, sort })
  const columns = useMemo(() => userColumns(handlers), [handlers])
  const shape = { columns, cardHeight: 250 }
  const isFiltered = q !== '' || role !== undefined
  return (
    <ListBody
      list={list}
      things="users"
      countLine={
        <>
          {formatShownCount(list, 'users')}
          {isFiltered && <span className="ml-3">{formatMatchCount(list, 'user')}</span>}
        </>
      }
      skeleton={<RowsLoading {...shape} label="Loading users" isSpinnerVisible />}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : Users}
          title="No users found"
          hint={
            isFiltered
              ? 'Try adjusting your search or filter criteria.'
              : 'Get started by creating your first Maylab admin.'
          }
        />
      }
    >
      <Rows {...shape} label="Users" sorting={sorting} list={list} rowKey={({ id }) => id} />
    </ListBody>
  )
}
