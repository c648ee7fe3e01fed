import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listClients } from '#contract/clients.ts'
import { getCoach, listCoaches } from '#contract/coaches.ts'
import { countUsers, listUsers, type User } from '#contract/users.ts'
import type { Page } from '#web/lib/api.ts'

/** Pages up to which a list is read anew as a whole; somebody who scrolled on keeps the rows with the changed one in them. */
const mostPagesReadAnew = 10

/** "After every successful create or update of a user the matching list is refetched" (specification part 1, section 4). */
export function refreshUsers(queries: QueryClient, user: User) {
  const lists = { queryKey: [listUsers.path] }
  queries.setQueriesData<InfiniteData<Page<User[]>>>(lists, (list) => list && withUser(list, user))
  void queries.invalidateQueries({
    ...lists,
    predicate: ({ state }) =>
      ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <= mostPagesReadAnew,
  })
  // A coach is listed by name as soon as the role is given, and clients go by the name of the user.
  for (const { path } of [countUsers, listCoaches, getCoach, listClients])
    void queries.invalidateQueries({ queryKey: [path] })
}

const withUser = (list: InfiniteData<Page<User[]>>, user: User) => ({
  ...list,
  pages: list.pages.map((page) =>
    page.rows.some(({ id }) => id === user.id)
      ? { ...page, rows: page.rows.map((row) => (row.id === user.id ? user : row)) }
      : page,
  ),
})
