import { getOriginalTranscript, getTranscriptDraft } from '#contract/transcripts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryFor, refetchQuery } from '#web/lib/query.ts'

/** The own corrections that are not saved yet. */
export const draftQuery = (id: string) => queryFor(getTranscriptDraft, { params: { id } })

/** How what is being corrected in this window is kept, by session. */
const keeping = new Map<string, () => Promise<unknown>>()

/** Says how corrections are kept as long as they are open, and what is under way when they are closed. */
export function registerDraftSaver(id: string, keep: () => Promise<unknown>) {
  keeping.set(id, keep)
  return (last: Promise<unknown>) => {
    const wait = () => last
    keeping.set(id, wait)
    void last.finally(() => {
      if (keeping.get(id) === wait) keeping.delete(id)
    })
  }
}

/** The draft as it is now: with what was typed in this window, and what another one made of it. */
export async function readDraft(queries: QueryClient, id: string) {
  await keeping.get(id)?.()
  return refetchQuery(queries, draftQuery(id))
}

/** What the machine heard, whatever was made of it since. */
export const firstQuery = (id: string) => queryFor(getOriginalTranscript, { params: { id } })

/** The name under which corrections outlive the end of a login, until the server has them. */
export const correctionsName = (sessionId: string) => `lines ${sessionId}`
