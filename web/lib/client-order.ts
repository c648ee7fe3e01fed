import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Client, listClients, listMyCoachClients } from '#contract/clients/clients.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { call } from './api.ts'
import { formatClientName } from './person-names.ts'

type Step = { id: string; name: string }

const toSteps = (clients: readonly Client[]): Step[] =>
  clients.map((client) => ({ id: client.id, name: formatClientName(client) }))

/** The client list as last shown, filtered and sorted. */
const lastList = queryOptions({
  queryKey: ['client-order', 'seen'] as const,
  queryFn: (): Step[] => [],
  enabled: false,
})

/** The first clients by name whom the user may see. Loaded once. */
const byName = (user: { roles: readonly Role[] }) =>
  queryOptions({
    queryKey: ['client-order', 'by-name'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: 200, sort: 'name' } as const
      const list = isAdmin(user) ? listClients : listMyCoachClients
      return toSteps(await call(list, { query }, signal))
    },
  })

/** Stores the order of the client list for moving between plans. */
export function useStoreClientOrder({ rows, readAt }: { rows: readonly Client[]; readAt: Date }) {
  const queries = useQueryClient()
  // Keeps the stored order in the cache while the list is open, without rerendering.
  useQuery({ ...lastList, notifyOnChangeProps: [] })
  useEffect(() => {
    queries.setQueryData(lastList.queryKey, toSteps(rows))
    // oxlint-disable-next-line react/exhaustive-deps -- the rows are another array at every rendering
  }, [queries, rows.length, readAt.getTime()])
}

/** The clients before and after one in the last list, or else by name. */
export function useAdjacentClients(clientId: string, user: { roles: readonly Role[] }) {
  const { data: last = [] } = useQuery(lastList)
  const isInLast = last.some(({ id }) => id === clientId)
  const { data: all = [] } = useQuery({ ...byName(user), enabled: !isInLast })
  const order = isInLast ? last : all
  const at = order.findIndex(({ id }) => id === clientId)
  return at < 0 ? {} : { previous: order[at - 1], next: order[at + 1] }
}
