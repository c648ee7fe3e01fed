import { useQuery } from '@tanstack/react-query'
import { transcriptQuery } from '#web/lib/session-reads.ts'

/** What was said in a session, for a screen that shows it, where there is something: its client is told of it. */
export const useTranscript = (sessionId: string, isThere: boolean) =>
  useQuery({ ...transcriptQuery(sessionId), enabled: isThere })
