import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CurrentUser, getUser, login, logout } from '#contract/auth.ts'
import type { Reply, Sent } from '#contract/endpoint.ts'
import { register } from '#contract/onboarding.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { freshnessOf, readAnew } from '#web/lib/query.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** The user who is signed in, or null: "a 401 on the user call means signed out" (specification part 1, section 4). */
export const currentUserQuery = queryOptions({
  queryKey: [getUser.path] as const,
  queryFn: async ({ signal, client }): Promise<CurrentUser | null> => {
    try {
      return await call(getUser, {}, signal)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      rememberEnd(client)
      return null
    }
  },
  ...freshnessOf(getUser),
})

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

export const useCurrentUser = () => useQuery(currentUserQuery)

/** The user of a page that `RequireUser` guards; throws anywhere else. */
export function useSignedInUser() {
  const { data } = useCurrentUser()
  if (!data) throw new Error('Nobody is signed in on a page that needs somebody.')
  return data
}

/** A login that ended meanwhile shows at any call: whoever is not signed in any more sees the sign-in page. */
export function forgetUserOn401(queries: QueryClient, error: Error) {
  if (!isSignedOut(error) || !queries.getQueryData(currentUserQuery.queryKey)) return
  rememberEnd(queries)
  become(queries, null)
}

/** Who was acted as when an impersonation ended without anybody asking for it. */
export const endedImpersonationKey = [getUser.path, 'ended-impersonation'] as const

function rememberEnd(queries: QueryClient) {
  const user = queries.getQueryData<CurrentUser | null>([getUser.path])
  if (user?.isImpersonating) queries.setQueryData(endedImpersonationKey, user)
}

/** What one person read must not be there for the next: only the user itself stays in the cache. */
export function become(queries: QueryClient, user: CurrentUser | null) {
  queries.setQueryData(currentUserQuery.queryKey, user)
  queries.removeQueries(ofOnePerson)
  tabs.postMessage('changed')
}

const ofOnePerson = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== getUser.path,
}

const tabs = new BroadcastChannel('login')

/** The cookie is every tab's: one that shows another person than it now calls as would act in the wrong name. */
export function followOtherTabs(queries: QueryClient) {
  tabs.addEventListener('message', () => void follow(queries))
}

async function follow(queries: QueryClient) {
  const before = queries.getQueryData(currentUserQuery.queryKey)
  const user = await readAnew(queries, currentUserQuery)
  if (before && user?.id !== before.id) await queries.resetQueries(ofOnePerson)
}

/** "Login success stores the returned user as current user" (specification part 1, section 4). */
export const useLogin = (told: Told) => useBecoming(login, told)

/** "On success the user is logged in" (specification part 1, section 2). */
export const useRegistration = (told: Told) => useBecoming(register, told)

/** The form is gone as soon as somebody is signed in, so what is told on success belongs to the mutation itself. */
function useBecoming<E extends typeof login | typeof register>(
  endpoint: E,
  { onSuccess, onError }: Told,
) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (sent: Sent<E>): Promise<{ user: CurrentUser }> => call(endpoint, sent),
    // A mutation keeps what it sent, and this one sent a password.
    gcTime: 0,
    onSuccess: ({ user }) => {
      become(queries, user)
      onSuccess()
    },
    onError,
  })
}

type Told = { onSuccess: () => void; onError: (error: Error) => void }

/**
 * "Logout clears the current user and empties the whole client cache" (specification part 1, section 4). What is told
 * belongs to the mutation itself: the button that asked for it is gone by then.
 */
export function useLogout({ onSuccess, onError }: Told) {
  const queries = useQueryClient()
  return useSingleMutation<Reply<typeof logout>, void>({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      become(queries, null)
      queries.getMutationCache().clear()
      onSuccess()
    },
    onError,
  })
}
