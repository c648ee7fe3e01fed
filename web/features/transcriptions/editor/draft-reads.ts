import type { QueryClient } from '@tanstack/react-query'
import { getOriginalTranscript, getTranscriptDraft } from '#contract/sessions/transcripts.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'

/** The user's unsaved corrections. */
export const draftQuery = (id: string) => queryFor(getTranscriptDraft, { params: { id } })

/** How open editors save their draft, by session. */
const savers = new Map<string, () => Promise<unknown>>()

/** Registers the save function of an open editor. The returned function replaces it by the last save when it closes. */
export function registerDraftSaver(id: string, save: () => Promise<unknown>) {
  savers.set(id, save)
  return (last: Promise<unknown>) => {
    const wait = () => last
    savers.set(id, wait)
    void last.finally(() => {
      if (savers.get(id) === wait) savers.delete(id)
    })
  }
}

/** The current draft, after saving what is open in this window. */
export async function readDraft(queries: QueryClient, id: string) {
  await savers.get(id)?.()
  return refetchQuery(queries, draftQuery(id))
}

/** The transcript before any correction. */
export const originalQuery = (id: string) => queryFor(getOriginalTranscript, { params: { id } })

/** The key under which unsaved corrections survive the end of a login. */
export const correctionsName = (sessionId: string) => `lines ${sessionId}`
