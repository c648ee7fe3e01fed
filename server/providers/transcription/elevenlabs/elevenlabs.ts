import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { bytesBody, multipartBody } from '../../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../../platform/outbound/response.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { maxPauseMs } from '../../../platform/jobs/retry-delay.ts'
import type { Settings } from '../../provider.ts'
import { extractAudio } from '../audio/extract-audio.ts'
import { type AudioOptions, analyzeAudio, progressAfterAnalysis } from '../chunks/analyze-audio.ts'
import type { TranscribeOptions, Transcriber } from '../transcriber.ts'
import {
  accepted,
  getExternalId,
  models,
  parseExternalId,
  pendingResponse,
  readTranscript,
  transcriptResponse,
} from './responses.ts'

type Needs = Pick<AudioOptions, 'modelsDir'> & {
  outboundClient: OutboundClient
  /** Whether the service can reach this installation. */
  hasWebhook: boolean
}

/** Recordings are sent whole: longer than any of them. */
const maxSeconds = 5 * 3600
/** Without a webhook the response contains the transcript. */
const timeouts = { accepting: 15 * 60 * 1000, transcribing: 2 * 3600 * 1000 }
/** With a webhook, polling covers lost calls. */
const pollMs = { withWebhook: 5 * 60 * 1000, withoutWebhook: 20_000 }
/** A transcript that is still not found by then was deleted. */
const maxWaitMs = 6 * 3600 * 1000

/** ElevenLabs: accepts the audio of a recording and calls a webhook when done. */
export function elevenlabs(
  { apiKey = '', webhookId = '', webhookSecret, model = 'scribe_v2' }: Settings,
  { outboundClient, hasWebhook, modelsDir }: Needs,
) {
  const { label } = outboundClient
  const origin = outboundClient.baseUrl('https://api.elevenlabs.io')
  const headers = { 'xi-api-key': apiKey }
  const askAgainMs = webhookSecret ? pollMs.withWebhook : pollMs.withoutWebhook
  const buildUrl = (id: string) =>
    `${origin}/v1/speech-to-text/transcripts/${encodeURIComponent(id)}`

  async function send(path: string, options: TranscribeOptions, duration: number) {
    const { reference, sessionId, signal, speakers, language, terms = [] } = options
    const audio = await extractAudio(path, { start: 0, end: duration }, 'ogg', signal)
    const form = new FormData()
    form.append('model_id', model)
    form.append('diarize', 'true')
    form.append('tag_audio_events', 'false')
    form.append('timestamps_granularity', 'word')
    if (speakers !== undefined) form.append('num_speakers', String(speakers))
    if (language) form.append('language_code', language)
    if (hasWebhook) {
      form.append('webhook', 'true')
      form.append('webhook_id', webhookId)
      form.append('webhook_metadata', JSON.stringify({ reference }))
    }
    for (const term of terms) form.append('keyterms', term)
    form.append('file', bytesBody(audio, 'audio/ogg'), 'sound.ogg')
    const timeoutMs = hasWebhook ? timeouts.accepting : timeouts.transcribing
    return outboundClient.send({
      purpose: 'transcription',
      method: 'POST',
      url: `${origin}/v1/speech-to-text`,
      headers,
      sessionId,
      signal,
      body: await multipartBody(form),
      timeoutMs,
      idleTimeoutMs: timeoutMs,
      maxRetryWaitMs: maxPauseMs,
    })
  }

  async function remove(
    id: string,
    { sessionId, signal }: { sessionId?: string; signal: AbortSignal },
  ) {
    await outboundClient.send({
      purpose: 'removal of a transcript',
      method: 'DELETE',
      url: buildUrl(id),
      headers,
      sessionId,
      signal,
      outcomeOf: acceptNotFound,
    })
  }

  return {
    maxConcurrent: 2,
    callSecret: webhookSecret,
    async begin(path, options) {
      const audio = await analyzeAudio(path, options, {
        modelsDir,
        voicesNeeded: 'when-cut',
        atMost: maxSeconds,
      })
      if (audio.isSilent) return { transcript: readTranscript({ words: [] }, audio) }
      options.onProgress(progressAfterAnalysis, `Waiting for ${label}`)
      const answer = await send(path, options, audio.duration)
      if (hasWebhook) {
        const { transcription_id, request_id } = answer.json(accepted)
        const id = transcription_id ?? request_id
        return { externalId: getExternalId({ id, begunAt: Date.now(), audio }), askAgainMs }
      }
      const response = answer.json(transcriptResponse)
      if (response.transcription_id)
        await remove(response.transcription_id, options).catch(ignoreFailure)
      return { transcript: readTranscript(response, audio) }
    },
    async collect(externalId, { sessionId, signal }) {
      const { id, begunAt, audio } = parseExternalId(externalId)
      const answer = await outboundClient.send({
        purpose: 'transcription',
        method: 'GET',
        url: buildUrl(id),
        headers,
        sessionId,
        signal,
        outcomeOf: acceptNotFound,
      })
      const isMissing = answer.status === 404
      const response = isMissing ? { words: null } : answer.json(pendingResponse)
      if (response.words) return { transcript: readTranscript(response, audio) }
      if (isMissing && Date.now() - begunAt > maxWaitMs) throw new NotFound()
      return { progress: null, askAgainMs }
    },
    forget: (externalId, signal) => remove(parseExternalId(externalId).id, { signal }),
    async test(signal: AbortSignal) {
      const answer = await outboundClient.send({
        purpose: 'connection test',
        method: 'GET',
        url: `${origin}/v1/models`,
        headers,
        signal,
      })
      answer.json(models)
      const how = !hasWebhook
        ? 'It cannot call this installation, so each request waits for its transcript.'
        : webhookSecret
          ? 'It calls back when a transcript is ready.'
          : 'Without a webhook secret its calls are rejected, so it is polled.'
      return `${label} responds. ${how}`
    },
  } satisfies Transcriber & { test: unknown }
}

/** Deleting may fail: the transcript has already been received. */
function ignoreFailure(error: unknown) {
  if (!(error instanceof Rejected || error instanceof Unavailable)) throw error
}
