import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#web/lib/session-reads.ts'

/** A session as the server had it when it was opened, or was changed here. */
export const useSession = (sessionId: string) => useQuery(sessionQuery(sessionId))
