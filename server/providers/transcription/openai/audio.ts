import { z } from 'zod'
import {
  acceptNotFound,
  errorMessageIn,
  type OutboundResponse,
  type Outcome,
} from '../../../platform/outbound/response.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { multipartBody } from '../../../platform/outbound/request-body.ts'
import { maxPauseMs } from '../../../platform/jobs/retry-delay.ts'
import { punctuateWords } from '../chunks/punctuate-words.ts'
import type { ChunkOptions, Sound } from '../chunks/transcribe-in-chunks.ts'
import type { Spoken } from '../chunks/spoken.ts'

type Server = {
  outboundClient: OutboundClient
  origin: string
  apiKey: string | undefined
  model: string
}

/** For a quarter of an hour of audio. */
const timeoutMs = 20 * 60 * 1000

const timedWord = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  probability: z.number().min(0).max(1).optional(),
})
const timedSegment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  avg_logprob: z.number().optional(),
  no_speech_prob: z.number().optional(),
  words: z.array(timedWord).nullish(),
})
const verbose = z.object({
  text: z.string(),
  segments: z.array(timedSegment).nullish(),
  words: z.array(timedWord).nullish(),
})
const diarized = z.object({
  segments: z.array(
    z.object({ start: z.number(), end: z.number(), speaker: z.string(), text: z.string() }),
  ),
})
const plain = z.object({ text: z.string() })

/** OpenAI's audio API, which other servers implement too. */
export function audioTranscriptions({ outboundClient, origin, apiKey, model }: Server) {
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}

  async function send(
    { body: file, fileName }: Sound,
    { sessionId, signal, language, terms = [] }: ChunkOptions,
    fields: [name: string, value: string][],
    outcomeOf?: (answer: OutboundResponse) => Outcome | undefined,
  ) {
    const form = new FormData()
    form.append('model', model)
    for (const [name, value] of fields) form.append(name, value)
    if (language) form.append('language', language)
    // Prompts are not supported with diarize.
    if (terms.length && !model.includes('diarize')) form.append('prompt', formatPrompt(terms))
    form.append('file', file, fileName)
    return outboundClient.send({
      purpose: 'transcription',
      method: 'POST',
      headers,
      sessionId,
      signal,
      url: `${origin}/v1/audio/transcriptions`,
      body: await multipartBody(form),
      // Waiting for Retry-After is cheaper than paying for the other chunks again.
      timeoutMs,
      idleTimeoutMs: timeoutMs,
      maxRetryWaitMs: maxPauseMs,
      ...(outcomeOf && { outcomeOf }),
    })
  }
  const timedFields: [string, string][] = [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
  ]

  return {
    /** Sentences with times and speakers. */
    withSpeakers: async (sound: Sound, options: ChunkOptions): Promise<Spoken[]> => {
      const answer = await send(sound, options, [
        ['response_format', 'diarized_json'],
        // Required for diarize above 30 s.
        ['chunking_strategy', 'auto'],
      ])
      return answer.json(diarized).segments.map(({ speaker, ...it }) => ({
        ...it,
        label: speaker,
        isWord: false,
        conf: null,
      }))
    },
    withTimes: async (sound: Sound, options: ChunkOptions) => {
      return spokenIn((await send(sound, options, timedFields)).json(verbose), sound.seconds)
    },
    text: async (sound: Sound, options: ChunkOptions) => {
      return (await send(sound, options, [['response_format', 'json']])).json(plain).text
    },
    /** Some servers reject the format with times, others ignore it. */
    returnsTimes: async (sound: Sound, options: ChunkOptions) => {
      const answer = await send(sound, options, timedFields, (it) =>
        isFormatRejected(it) ? 'ok' : undefined,
      )
      if (isFormatRejected(answer)) return false
      const { segments, words } = answer.json(verbose)
      return Boolean(segments ?? words)
    },
    /** Undefined if the server does not list its models (whisper.cpp). */
    models: async (signal: AbortSignal) => {
      const answer = await outboundClient.send({
        purpose: 'connection test',
        method: 'GET',
        url: `${origin}/v1/models`,
        headers,
        signal,
        outcomeOf: acceptNotFound,
      })
      return answer.status === 404 ? undefined : answer.json(models).data.map(({ id }) => id)
    },
  }
}

/** Whisper uses only the last 224 tokens of a prompt. */
const formatPrompt = (terms: readonly string[]) => `${terms.join(', ').slice(0, 600)}.`

const models = z.object({ data: z.array(z.object({ id: z.string() })) })

const isFormatRejected = (answer: OutboundResponse) =>
  [400, 415, 422, 501].includes(answer.status) &&
  /response_format|verbose_json|timestamp/i.test(errorMessageIn(answer) ?? '')

/** Whisper's rule for silence: both conditions must hold. */
const minNoSpeech = 0.6
const maxLogProbability = -1

/** Punctuated words if all have times, otherwise segments. */
function spokenIn({ text, segments, words }: z.infer<typeof verbose>, seconds: number): Spoken[] {
  const spoken = segments?.filter(
    ({ no_speech_prob: noSpeech = 0, avg_logprob: logProbability = 0 }) =>
      noSpeech <= minNoSpeech || logProbability >= maxLogProbability,
  )
  const timed = words ?? spoken?.flatMap((it) => it.words ?? [])
  const isSpoken = ({ start, end }: { start: number; end: number }) =>
    !spoken || spoken.some((it) => (start + end) / 2 >= it.start && (start + end) / 2 <= it.end)
  const spokenWords = timed?.filter(isSpoken) ?? []
  const written = punctuateWords(spokenWords, spoken?.map((it) => it.text).join(' ') ?? text)
  if (spokenWords.length && written)
    return written.map(({ word, start, end, probability }) => ({
      start,
      end,
      text: word,
      isWord: true,
      conf: probability ?? null,
    }))
  return (spoken ?? [{ start: 0, end: seconds, text }]).map(({ start, end, text: part }) => ({
    start,
    end,
    text: part,
    isWord: false,
    conf: null,
  }))
}
