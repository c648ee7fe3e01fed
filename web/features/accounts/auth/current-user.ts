import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type CurrentUser, getUser } from '#contract/accounts/auth.ts'
import { clearDrafts, saveDrafts } from '#web/form/form-drafts.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { isSecondFactorMissing } from '#web/lib/error-kinds.ts'
import { cacheOptions, refetchQuery } from '#web/lib/query.ts'
import { runSignOutCallbacks } from '#web/lib/sign-out.ts'

/** The signed-in user, or null for a 401 (docs/product.md, "Signing in"). */
export const currentUserQuery = queryOptions({
  queryKey: [getUser.path] as const,
  queryFn: async ({ signal, client }): Promise<CurrentUser | null> => {
    try {
      return await call(getUser, {}, signal)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      recordEndedLogin(client)
      return null
    }
  },
  meta: { shows: getUser.shows },
  ...cacheOptions(getUser),
})

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

export const useCurrentUser = () => useQuery(currentUserQuery)

/** The user of a page that `RequireUser` guards; throws anywhere else. */
export function useSignedInUser() {
  const { data } = useCurrentUser()
  if (!data) throw new Error('useSignedInUser needs a signed-in user.')
  return data
}

/** Any call may find that the login has ended; the user then sees the sign-in page. */
export function signOutOn401(queries: QueryClient, error: Error) {
  // An administrator has just required a second factor, which the shell asks for. If this fails, the next call tries again.
  if (isSecondFactorMissing(error)) refetchQuery(queries, currentUserQuery).catch(() => undefined)
  if (!isSignedOut(error) || !queries.getQueryData(currentUserQuery.queryKey)) return
  recordEndedLogin(queries)
  setCurrentUser(queries, null)
}

/** A login that ended without logging out, and whether unsaved input was stored. */
type EndedLogin = { user: CurrentUser; hasTyped: boolean }
const endedLoginKey = [getUser.path, 'ended-login'] as const

export const useEndedLogin = () =>
  useQuery({
    queryKey: endedLoginKey,
    queryFn: (): EndedLogin | null => null,
    enabled: false,
  }).data ?? null

export const clearEndedLogin = (queries: QueryClient) =>
  queries.removeQueries({ queryKey: endedLoginKey })

function recordEndedLogin(queries: QueryClient) {
  const user = queries.getQueryData<CurrentUser | null>([getUser.path])
  if (user) queries.setQueryData<EndedLogin>(endedLoginKey, { user, hasTyped: saveDrafts() })
}

/** Drafts and running work of an ended login are kept for the same user and discarded for anyone else. */
function settleEndedLogin(
  queries: QueryClient,
  before: CurrentUser | null | undefined,
  user: CurrentUser | null,
) {
  const ended = queries.getQueryData<EndedLogin>(endedLoginKey)
  const last = ended?.user ?? before
  if (last && last.id !== user?.id && (user || !ended)) runSignOutCallbacks()
  if (!ended || (user && user.id !== ended.user.id)) clearDrafts()
  if (user) clearEndedLogin(queries)
}

/** Sets the signed-in user and drops everything that was cached for the previous one. */
export function setCurrentUser(queries: QueryClient, user: CurrentUser | null) {
  settleEndedLogin(queries, queries.getQueryData(currentUserQuery.queryKey), user)
  queries.setQueryData(currentUserQuery.queryKey, user)
  queries.removeQueries(personalQueries)
  loginChannel.postMessage('changed')
}

const personalQueries = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== getUser.path,
}

const loginChannel = new BroadcastChannel('login')

/** All tabs share the login cookie, so a change in one tab must reach the others. */
export function syncLoginAcrossTabs(queries: QueryClient) {
  loginChannel.addEventListener('message', () => void syncLogin(queries))
}

async function syncLogin(queries: QueryClient) {
  const before = queries.getQueryData(currentUserQuery.queryKey)
  try {
    const user = await refetchQuery(queries, currentUserQuery)
    settleEndedLogin(queries, before, user)
    if (before && user?.id !== before.id) await queries.resetQueries(personalQueries)
  } catch {
    // The user is unknown now: hide the previous user's data and offer a retry.
    if (!before) return
    const asking = queries.resetQueries({ ...currentUserQuery, exact: true })
    queries.removeQueries(personalQueries)
    await asking
  }
}
