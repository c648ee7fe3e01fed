import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#web/lib/session-reads.ts'

/** A session as the server has it now: a worker, a colleague or another window may have changed it meanwhile. */
export const useSession = (sessionId: string) =>
  useQuery({ ...sessionQuery(sessionId), refetchOnMount: 'always' })
