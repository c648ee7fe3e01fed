import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '#contract/endpoint.ts'
import { listClients } from '#contract/clients.ts'
import { getCoach, listCoaches } from '#contract/coaches.ts'
import { countUsers, createUser, listUsers, updateUser, type User } from '#contract/users.ts'
import { call, type Page, sentenceOf } from '#web/lib/api.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useToast } from '#web/ui/toast.tsx'

type Told = { onSuccess: (user: User) => void; onError: (error: Error) => void }
type Toast = { title: string; description: string }

/** Makes an account. Toasts of specification part 1, section 8, word for word. */
export const useCreateUser = (told: Told) =>
  useUserWrite(
    (body: Sent<typeof createUser>['body']) => call(createUser, { body }),
    () => ({
      title: 'User created',
      description: 'The Maylab admin has been successfully created.',
    }),
    'Failed to create user',
    told,
  )

type Change = { id: string; body: Sent<typeof updateUser>['body'] }

export const useUpdateUser = (told: Told) =>
  useUserWrite(
    ({ id, body }: Change) => call(updateUser, { params: { id }, body }),
    ({ body }) =>
      body.isActive === undefined
        ? { title: 'User updated', description: 'The user has been successfully updated.' }
        : body.isActive
          ? { title: 'User reactivated', description: 'The user can log in again.' }
          : { title: 'User deactivated', description: 'The user can no longer log in.' },
    'Failed to update user',
    told,
  )

function useUserWrite<Sending>(
  write: (sent: Sending) => Promise<User>,
  done: (sent: Sending) => Toast,
  failed: string,
  { onSuccess, onError }: Told,
) {
  const toast = useToast()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: write,
    // A mutation keeps what it sent, and one of these sends a password.
    gcTime: 0,
    onSuccess: (user, sent) => {
      refreshUsers(queries, user)
      toast(done(sent))
      onSuccess(user)
    },
    onError: (error) => {
      toast({ title: 'Error', description: sentenceOf(error, failed), tone: 'destructive' })
      onError(error)
    },
  })
}

/** Pages up to which a list is read anew as a whole; somebody who scrolled on keeps the rows with the changed one in them. */
const mostPagesReadAnew = 10

/** "After every successful create or update of a user the matching list is refetched" (specification part 1, section 4). */
function refreshUsers(queries: QueryClient, user: User) {
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
