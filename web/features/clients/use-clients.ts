import { listClients, listMyCoachClients } from '#contract/clients.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { useList } from '#web/lib/use-list.ts'

/** The clients that this user follows: an admin all, a coach the own ones. */
export const useClients = (user: { roles: readonly Role[] }, q: string) =>
  useList(isAdmin(user) ? listClients : listMyCoachClients, { q })
