import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listUsers, type User } from '#contract/users.ts'
import type { Page } from '#web/lib/api.ts'

/** A changed user stands at once in every list that has the row, also in one that is too long to be read anew. */
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
