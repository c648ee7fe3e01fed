import { useQuery } from '@tanstack/react-query'
import { getSession } from '#contract/sessions.ts'
import { read } from '#web/lib/query.ts'

export const sessionQuery = (sessionId: string) => read(getSession, { params: { id: sessionId } })

/** A session as the server has it now: a worker, a colleague or another window may have changed it meanwhile. */
export const useSession = (sessionId: string) =>
  useQuery({ ...sessionQuery(sessionId), refetchOnMount: 'always' })
