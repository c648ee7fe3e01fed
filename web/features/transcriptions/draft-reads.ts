import { getFirstTranscript, getTranscriptDraft } from '#contract/transcripts.ts'
import { read } from '#web/lib/query.ts'

/** The own corrections that are not saved yet. */
export const draftQuery = (id: string) => read(getTranscriptDraft, { params: { id } })

/** What the machine heard, whatever was made of it since. */
export const firstQuery = (id: string) => read(getFirstTranscript, { params: { id } })

/** The name under which corrections outlive the end of a login, until the server has them. */
export const correctionsName = (sessionId: string) => `lines ${sessionId}`
