import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Client, listClients, listMyCoachClients } from '#contract/clients.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { call } from './api.ts'
import { formatClientName } from './person-names.ts'

type Step = { id: string; name: string }

const stepsOf = (clients: readonly Client[]): Step[] =>
  clients.map((client) => ({ id: client.id, name: formatClientName(client) }))

/** As the list of clients was last seen, filtered and sorted. It goes with whoever saw it. */
const seen = queryOptions({
  queryKey: ['client-order', 'seen'] as const,
  queryFn: (): Step[] => [],
  enabled: false,
})

/** The first by name, of those whom the server lets this user see. Read once: nothing waits for it again. */
const byName = (user: { roles: readonly Role[] }) =>
  queryOptions({
    queryKey: ['client-order', 'by-name'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: 200, sort: 'name' } as const
      const list = isAdmin(user) ? listClients : listMyCoachClients
      return stepsOf(await call(list, { query }, signal))
    },
  })

/** What the list of clients shows is the order in which their plans are gone through. Written once for each read. */
export function useStoreClientOrder({ rows, readAt }: { rows: readonly Client[]; readAt: Date }) {
  const queries = useQueryClient()
  // Only held, so that it is not dropped while the list is open: what it holds draws nothing here.
  useQuery({ ...seen, notifyOnChangeProps: [] })
  useEffect(() => {
    queries.setQueryData(seen.queryKey, stepsOf(rows))
    // oxlint-disable-next-line react/exhaustive-deps -- the rows are another array at every rendering
  }, [queries, rows.length, readAt.getTime()])
}

/** Who comes before and after a client in the list one came from, else by name. */
export function useAdjacentClients(clientId: string, user: { roles: readonly Role[] }) {
  const { data: last = [] } = useQuery(seen)
  const isInLast = last.some(({ id }) => id === clientId)
  const { data: all = [] } = useQuery({ ...byName(user), enabled: !isInLast })
  const order = isInLast ? last : all
  const at = order.findIndex(({ id }) => id === clientId)
  return at < 0 ? {} : { previous: order[at - 1], next: order[at + 1] }
}
