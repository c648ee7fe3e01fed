import { howMany } from '#web/lib/list-words.ts'

/** '1 client', '1,204 clients', 'about 12,000 clients' */
export const formatClientCount = (clients: number, isCapped = false) =>
  clients === 1 ? '1 client' : `${howMany(clients, isCapped)} clients`
