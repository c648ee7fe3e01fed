import { listClients, listMyCoachClients, type WaitingFor } from '#contract/clients.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { useList } from '#web/lib/use-list.ts'

/** What the list is narrowed to. */
export type ClientFilter = { q: string; waitingFor: WaitingFor | undefined }

/** The clients that this user follows: an admin all, a coach the own ones. */
export const useClients = (user: { roles: readonly Role[] }, filter: ClientFilter) =>
  useList(isAdmin(user) ? listClients : listMyCoachClients, filter)
