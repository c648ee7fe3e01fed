import type { Transcriber, Transcript } from '../providers/transcription/transcriber.ts'
import { NotFound, Rejected, Unavailable } from '../platform/jobs/errors.ts'

type Answer = { id?: string; progress?: number | null; transcript?: Transcript; reason?: string }

/** A transcriber that uses the service of outside-service.ts: starts an external job and polls it. */
export function outsideTranscriber(origin: string, askAgainMs = 100): Transcriber {
  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const answer = await fetch(origin + path, init).catch((error: unknown) => {
      throw new Unavailable('The service does not answer.', { cause: error })
    })
    if (answer.status === 404) throw new NotFound()
    if (answer.status >= 500) throw new Unavailable('The service is busy.')
    const body = (await answer.json()) as Answer
    if (!answer.ok) throw new Rejected('refused', body.reason ?? 'no')
    return body
  }
  return {
    maxConcurrent: 3,
    async begin(_path, { reference, signal }) {
      const { id = '' } = await ask('/work', { method: 'POST', body: reference, signal })
      return { externalId: id, askAgainMs }
    },
    async collect(externalId, { signal }) {
      const { transcript, progress = null } = await ask(`/work/${externalId}`, { signal })
      return transcript ? { transcript } : { progress, askAgainMs }
    },
    async forget(externalId, signal) {
      await ask(`/work/${externalId}`, { method: 'DELETE', signal })
    },
  }
}
