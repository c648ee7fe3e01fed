import type { OutboundResponse, Outcome } from '../../../platform/outbound/response.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { bytesBody, multipartBody } from '../../../platform/outbound/request-body.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { maxPauseMs } from '../../../platform/jobs/retry-delay.ts'
import { type AudioOptions, analyzeAudio, progressAfterAnalysis } from '../chunks/analyze-audio.ts'
import { extractAudio } from '../audio/extract-audio.ts'
import type { TranscribeOptions, Transcriber } from '../transcriber.ts'
import { accepted, transcriptResponse, heardOrNot, models, transcriptOf } from './heard.ts'
import { externalIdOf, parseExternalId } from './name.ts'

type Settings = {
  apiKey: string
  webhookId: string
  webhookSecret: string | undefined
  model?: string | undefined
}
type Needs = Pick<AudioOptions, 'modelsDir'> & {
  outboundClient: OutboundClient
  /** The service reaches this installation, or may be thought to. */
  canCallBack: boolean
  /** Milliseconds between two questions: with and without a call that may come first. */
  askAgainMs?: { called: number; uncalled: number }
}

const usualModel = 'scribe_v2'
const maxConcurrent = 2
/** It takes the whole of a recording: nothing is cut. Seconds. */
const neverCut = 5 * 3600
/** Milliseconds: an hour of sound is 14 MB, and where nobody is called back, its text is waited for. */
const within = { accepting: 15 * 60 * 1000, hearing: 2 * 3600 * 1000 }
/** "A lost call is asked for within ten minutes." */
const usualAskAgainMs = { called: 5 * 60 * 1000, uncalled: 20_000 }
/** Milliseconds for which a text that is not there may still be to come. */
const comesWithinMs = 6 * 3600 * 1000

/**
 * Speech to text with speakers at ElevenLabs: takes the sound of a whole recording, and calls back when it has the text.
 * A call that is lost is asked for. What it keeps of the text is removed when it is here. Protocol facts, section 4.2.
 */
export function elevenlabs(
  { apiKey, webhookId, webhookSecret, model = usualModel }: Settings,
  { outboundClient, canCallBack, modelsDir, askAgainMs = usualAskAgainMs }: Needs,
) {
  const origin = outboundClient.baseUrl('https://api.elevenlabs.io')
  const headers = { 'xi-api-key': apiKey }
  const nextMs = webhookSecret ? askAgainMs.called : askAgainMs.uncalled
  const transcriptAt = (id: string) =>
    `${origin}/v1/speech-to-text/transcripts/${encodeURIComponent(id)}`

  async function send(path: string, options: TranscribeOptions, duration: number) {
    const { reference, sessionId, signal, voices, language, terms = [] } = options
    const sound = await extractAudio(path, { start: 0, end: duration }, 'ogg', signal)
    const form = new FormData()
    form.append('model_id', model)
    form.append('diarize', 'true')
    form.append('tag_audio_events', 'false')
    form.append('timestamps_granularity', 'word')
    if (voices !== undefined) form.append('num_speakers', String(voices))
    if (language) form.append('language_code', language)
    if (canCallBack) {
      form.append('webhook', 'true')
      form.append('webhook_id', webhookId)
      form.append('webhook_metadata', JSON.stringify({ reference }))
    }
    for (const term of terms) form.append('keyterms', term)
    form.append('file', bytesBody(sound, 'audio/ogg'), 'sound.ogg')
    const timeoutMs = canCallBack ? within.accepting : within.hearing
    return outboundClient.send({
      ...{ purpose: 'transcription', method: 'POST', headers, sessionId, signal },
      url: `${origin}/v1/speech-to-text`,
      body: await multipartBody(form),
      ...{ timeoutMs: timeoutMs, idleTimeoutMs: timeoutMs, maxRetryWaitMs: maxPauseMs },
    })
  }

  async function remove(
    id: string,
    { sessionId, signal }: { sessionId?: string; signal: AbortSignal },
  ) {
    await outboundClient.send({
      ...{ purpose: 'removal of a transcript', method: 'DELETE', url: transcriptAt(id) },
      ...{ headers, sessionId, signal, outcomeOf: orMissing },
    })
  }

  return {
    maxConcurrent,
    callSecret: webhookSecret,
    async begin(path, options) {
      const { onProgress } = options
      const listened = await analyzeAudio(path, options, {
        ...{ modelsDir, voicesNeeded: 'when-cut', atMost: neverCut },
      })
      if (listened.isSilent) return { transcript: transcriptOf({ words: [] }, listened) }
      onProgress(progressAfterAnalysis, `Waiting for ${outboundClient.label}`)
      const answer = await send(path, options, listened.duration)
      if (canCallBack) {
        const { transcription_id, request_id } = answer.json(accepted)
        const externalId = externalIdOf({
          id: transcription_id ?? request_id,
          begunAt: Date.now(),
          listened,
        })
        return { externalId, askAgainMs: nextMs }
      }
      const text = answer.json(transcriptResponse)
      // What is here is not lost where it cannot be removed there.
      if (text.transcription_id) await remove(text.transcription_id, options).catch(ignored)
      return { transcript: transcriptOf(text, listened) }
    },
    async collect(externalId, { sessionId, signal }) {
      const { id, begunAt, listened } = parseExternalId(externalId)
      const answer = await outboundClient.send({
        ...{
          purpose: 'transcription',
          method: 'GET',
          url: transcriptAt(id),
          headers,
          sessionId,
          signal,
        },
        outcomeOf: orMissing,
      })
      const found = answer.status === 404 ? { words: null } : answer.json(heardOrNot)
      if (found.words) return { transcript: transcriptOf(found, listened) }
      if (answer.status === 404 && Date.now() - begunAt > comesWithinMs) throw new NotFound()
      return { progress: null, askAgainMs: nextMs }
    },
    forget: (externalId, signal) => remove(parseExternalId(externalId).id, { signal }),
    async test(signal: AbortSignal) {
      const answer = await outboundClient.send({
        ...{
          purpose: 'connection test',
          method: 'GET',
          url: `${origin}/v1/models`,
          headers,
          signal,
        },
      })
      answer.json(models)
      const how = !canCallBack
        ? 'It cannot call back here, so its answers are waited for.'
        : webhookSecret
          ? 'It calls back when a text is there.'
          : 'Without the secret of the webhook its calls are refused, and it is asked instead.'
      return `${outboundClient.label} answers. ${how}`
    },
  } satisfies Transcriber & { test: unknown }
}

/** What is not there is an answer here. */
const orMissing = ({ status }: OutboundResponse): Outcome | undefined =>
  status === 404 ? 'ok' : undefined

function ignored(error: unknown) {
  if (!(error instanceof Rejected || error instanceof Unavailable)) throw error
}
