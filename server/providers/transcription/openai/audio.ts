import { z } from 'zod'
import {
  type OutboundResponse,
  type Outcome,
  errorMessageIn,
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

/** Milliseconds: a piece of a quarter of an hour takes minutes. */
const timeoutMs = 20 * 60 * 1000
/** A job may wait so long for a service that wants to be left alone: what was heard already is not paid for twice. */
const maxRetryWaitMs = maxPauseMs

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

/** The calls to OpenAI's audio interface, which other servers speak as well: protocol facts, section 4.3. */
export function audioTranscriptions({ outboundClient, origin, apiKey, model }: Server) {
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}

  async function ask(
    { payload, fileName }: Sound,
    { sessionId, signal, language, terms = [] }: ChunkOptions,
    fields: [name: string, value: string][],
    outcomeOf?: (answer: OutboundResponse) => Outcome | undefined,
  ) {
    const form = new FormData()
    form.append('model', model)
    for (const [name, value] of fields) form.append(name, value)
    if (language) form.append('language', language)
    // "prompt: not supported with diarize".
    if (terms.length && !model.includes('diarize')) form.append('prompt', promptOf(terms))
    form.append('file', payload, fileName)
    return outboundClient.send({
      ...{ purpose: 'transcription', method: 'POST', headers, sessionId, signal },
      url: `${origin}/v1/audio/transcriptions`,
      body: await multipartBody(form),
      ...{ timeoutMs: timeoutMs, idleTimeoutMs: timeoutMs, maxRetryWaitMs: maxRetryWaitMs },
      ...(outcomeOf && { outcomeOf }),
    })
  }
  const timedFields: [string, string][] = [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
  ]

  return {
    /** With the speakers of this sound, and the time of each sentence. */
    withSpeakers: async (sound: Sound, asked: ChunkOptions): Promise<Spoken[]> => {
      const answer = await ask(sound, asked, [
        ['response_format', 'diarized_json'],
        // "Required for diarize" above 30 s.
        ['chunking_strategy', 'auto'],
      ])
      return answer.json(diarized).segments.map(({ speaker, ...it }) => ({
        ...it,
        label: speaker,
        isWord: false,
        conf: null,
      }))
    },
    withTimes: async (sound: Sound, asked: ChunkOptions) => {
      return spokenIn((await ask(sound, asked, timedFields)).json(verbose), sound.seconds)
    },
    text: async (sound: Sound, asked: ChunkOptions) => {
      return (await ask(sound, asked, [['response_format', 'json']])).json(plain).text
    },
    /** Whether the server tells times: some refuse the format that has them, others answer without. */
    tellsTimes: async (sound: Sound, asked: ChunkOptions) => {
      const answer = await ask(sound, asked, timedFields, (it) =>
        isRefusedFormat(it) ? 'ok' : undefined,
      )
      if (isRefusedFormat(answer)) return false
      const { segments, words } = answer.json(verbose)
      return (segments ?? words) !== undefined && (segments ?? words) !== null
    },
    models: async (
      signal: AbortSignal,
      outcomeOf?: (answer: OutboundResponse) => Outcome | undefined,
    ) => {
      const answer = await outboundClient.send({
        ...{
          purpose: 'connection test',
          method: 'GET',
          url: `${origin}/v1/models`,
          headers,
          signal,
        },
        ...(outcomeOf && { outcomeOf }),
      })
      return { status: answer.status, list: () => answer.json(models).data.map(({ id }) => id) }
    },
  }
}

/** Whisper reads the last 224 tokens of a prompt. */
const promptOf = (terms: readonly string[]) => `${terms.join(', ').slice(0, 600)}.`

export const models = z.object({ data: z.array(z.object({ id: z.string() })) })

const isRefusedFormat = (answer: OutboundResponse) =>
  [400, 415, 422, 501].includes(answer.status) &&
  /response_format|verbose_json|timestamp/i.test(errorMessageIn(answer) ?? '')

/** Above this it says that nobody speaks, below that the text is a guess: both together are Whisper's own rule. */
const nobodySpeaks = 0.6
const aGuess = -1

/** Words with their marks where the times of all are told, or else what was said between two times. */
function spokenIn({ text, segments, words }: z.infer<typeof verbose>, seconds: number): Spoken[] {
  const said = segments?.filter(
    ({ no_speech_prob: nobody = 0, avg_logprob: likely = 0 }) =>
      nobody <= nobodySpeaks || likely >= aGuess,
  )
  const timed = words ?? said?.flatMap((it) => it.words ?? [])
  const isSaid = ({ start, end }: { start: number; end: number }) =>
    !said || said.some((it) => (start + end) / 2 >= it.start && (start + end) / 2 <= it.end)
  const kept = timed?.filter((it) => isSaid(it)) ?? []
  const written = punctuateWords(kept, said?.map((it) => it.text).join(' ') ?? text)
  if (kept.length && written)
    return written.map(({ word, start, end, probability }) => ({
      ...{ start, end, text: word, isWord: true, conf: probability ?? null },
    }))
  return (said ?? [{ start: 0, end: seconds, text }]).map(({ start, end, text: part }) => ({
    ...{ start, end, text: part, isWord: false, conf: null },
  }))
}
