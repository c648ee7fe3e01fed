import { formatCappedCount } from '#web/lib/format-list-size.ts'

/** '1 client', '1,204 clients', 'about 12,000 clients' */
export const formatClientCount = (clients: number, isCapped = false) =>
  clients === 1 ? '1 client' : `${formatCappedCount(clients, isCapped)} clients`
