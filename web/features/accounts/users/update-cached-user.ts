import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listUsers, type User } from '#contract/accounts/users.ts'
import type { Page } from '#web/lib/api.ts'

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
