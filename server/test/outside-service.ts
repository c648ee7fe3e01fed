import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Transcript } from '../providers/transcription/transcriber.ts'
import { listening } from './listening.ts'

type Work = { id: string; reference: string; progress: number | null; transcript?: Transcript }

/**
 * A fake external transcription service, controlled by the test. `POST /work` accepts a recording under a reference,
 * which it deduplicates, and returns an id; `GET /work/{id}` returns the progress or the transcript; `DELETE` records
 * that the job is no longer needed.
 */
export async function outsideService() {
  const works = new Map<string, Work>()
  const forgotten = new Set<string>()
  let begun = 0
  let asked = 0
  let state: 'well' | 'busy' | 'refusing' | 'silent' = 'well'
  const server = createServer((request, response) => {
    const answer = (status: number, body: object = {}) => send(response, status, body)
    void (async () => {
      const payload = await text(request)
      if (request.method === 'DELETE') {
        if (state !== 'well') return answer(503)
        forgotten.add((request.url ?? '').replace('/work/', ''))
        return answer(200)
      }
      if (request.method === 'POST') begun++
      else asked++
      if (state === 'busy') return answer(503)
      if (state === 'refusing') return answer(422, { reason: 'The recording is too long.' })
      if (request.method === 'POST') {
        const known = [...works.values()].find(({ reference }) => reference === payload)
        const work = known ?? { id: `work-${works.size + 1}`, reference: payload, progress: null }
        works.set(work.id, work)
        // The job exists even if the response is lost.
        return state === 'silent' ? undefined : answer(200, { id: work.id })
      }
      if (state === 'silent') return undefined
      const work = works.get((request.url ?? '').replace('/work/', ''))
      if (!work) return answer(404)
      return answer(200, work.transcript ? { transcript: work.transcript } : work)
      // The requesting process may be killed midway.
    })().catch(() => response.destroy())
  })
  return {
    ...(await listening(server)),
    works,
    forgotten,
    counts: () => ({ begun, asked }),
    become: (next: typeof state) => (state = next),
    finish: (transcript: Transcript) => {
      for (const work of works.values()) work.transcript = transcript
    },
  }
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
