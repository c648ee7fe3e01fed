import { createHmac } from 'node:crypto'
import { json, localService } from '../local-service.ts'
import { type Form, formIn } from './form-data.ts'
import type { Line } from './openai-audio.ts'

type Transcript = { id: string; metadata: unknown; lines: Line[] }

/**
 * A fake of ElevenLabs' speech to text as documented, with the header `xi-api-key`:
 *
 *     POST   /v1/speech-to-text                     multipart: model_id, file, diarize, webhook, webhook_id, webhook_metadata
 *     GET    /v1/speech-to-text/transcripts/{id}    404 until it is finished
 *     DELETE /v1/speech-to-text/transcripts/{id}
 *     GET    /v1/models
 *
 * With `webhook` it responds at once; the test finishes the transcript (`finish`) and builds the webhook request
 * (`callOf`), signed with `ElevenLabs-Signature: t=<seconds>,v0=<HMAC-SHA256 of "<seconds>.<body>">`.
 */
export async function elevenlabsService({
  apiKey,
  hear,
}: {
  apiKey: string
  hear: (file: Buffer) => Promise<Line[]>
}) {
  const waiting = new Map<string, Transcript>()
  const done = new Map<string, Transcript>()
  const files: { bytes: Buffer; name: string; form: Form }[] = []
  let finishesAtOnce = true
  const service = await localService(async (call, response) => {
    if (call.headers['xi-api-key'] !== apiKey)
      return json(response, 401, {
        detail: { status: 'invalid_api_key', message: 'Invalid API key' },
      })
    const [, id] = /^\/v1\/speech-to-text\/transcripts\/([^/]+)$/.exec(call.path) ?? []
    if (id && call.method === 'GET') {
      const found = done.get(id)
      return found ? json(response, 200, answerOf(found)) : missing(id)
    }
    if (id && call.method === 'DELETE')
      return done.delete(id) ? json(response, 200, { message: 'Deleted' }) : missing(id)
    if (call.method === 'GET' && call.path === '/v1/models')
      return json(response, 200, [{ model_id: 'scribe_v2', name: 'Scribe v2' }])
    if (call.method !== 'POST' || call.path !== '/v1/speech-to-text')
      return json(response, 404, { detail: 'Not Found' })
    const form = formIn(call)
    const file = form.file('file')
    if (!form.text('model_id') || !file)
      return json(response, 422, {
        detail: [{ loc: ['body', 'model_id'], msg: 'Field required', type: 'missing' }],
      })
    files.push({ ...file, form })
    const transcript: Transcript = {
      id: `tr_${files.length}`,
      metadata: JSON.parse(form.text('webhook_metadata') ?? 'null'),
      lines: await hear(file.bytes),
    }
    const isCalledBack = form.text('webhook') === 'true'
    const isThere = !isCalledBack || finishesAtOnce
    ;(isThere ? done : waiting).set(transcript.id, transcript)
    return json(
      response,
      200,
      isCalledBack
        ? {
            message: 'Request accepted',
            request_id: `req_${transcript.id}`,
            transcription_id: transcript.id,
          }
        : answerOf(transcript),
    )

    function missing(of: string) {
      return json(response, 404, {
        detail: { status: 'not_found', message: `Transcript ${of} not found` },
      })
    }
  })
  return {
    ...service,
    files,
    done,
    /** From now on a transcript is finished only by `finish`. */
    takesItsTime: (takes = true) => void (finishesAtOnce = !takes),
    finish() {
      for (const [id, it] of waiting) done.set(id, it)
      waiting.clear()
    },
    forgetAll() {
      done.clear()
      waiting.clear()
      files.length = 0
      finishesAtOnce = true
    },
    /** The webhook request for a finished transcript. */
    callOf: (it: Transcript) =>
      JSON.stringify({
        type: 'speech_to_text_transcription',
        event_timestamp: Math.floor(Date.now() / 1000),
        data: {
          request_id: `req_${it.id}`,
          webhook_metadata: it.metadata,
          transcription: answerOf(it),
        },
      }),
  }
}

export const elevenlabsSignature = (
  body: string,
  secret: string,
  seconds = Math.floor(Date.now() / 1000),
) => `t=${seconds},v0=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

function answerOf({ id, lines }: Transcript) {
  const names = [...new Set(lines.map(({ speaker }) => speaker))]
  return {
    language_code: 'eng',
    language_probability: 0.99,
    text: lines.map(({ text }) => text).join(' '),
    words: lines.flatMap(({ start, end, speaker, text }) => {
      const words = text.split(' ')
      const each = (end - start) / words.length
      const speaker_id = `speaker_${names.indexOf(speaker)}`
      return words.flatMap((word, index) => {
        const [from, to] = [start + index * each, start + (index + 1) * each]
        return [
          { text: word, start: from, end: to, type: 'word', speaker_id, logprob: -0.01 },
          { text: ' ', start: to, end: to, type: 'spacing', speaker_id, logprob: 0 },
        ]
      })
    }),
    transcription_id: id,
    audio_duration_secs: lines.at(-1)?.end ?? 0,
  }
}
