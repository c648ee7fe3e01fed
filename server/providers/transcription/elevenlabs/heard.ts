import { z } from 'zod'
import type { AudioAnalysis } from '../local/sound/analyze-recording.ts'
import { findWarnings } from '../local/sound/warnings.ts'
import { segmentsOf } from '../chunks/segments.ts'
import { placeInRecording, type Spoken } from '../chunks/spoken.ts'
import { mergeSpeakerLabels } from '../chunks/speakers.ts'
import type { Transcript } from '../transcriber.ts'

/** How it takes a recording that it calls back for. */
export const accepted = z.union([
  z.object({
    transcription_id: z.string().min(1).max(200),
    request_id: z.string().max(200).optional(),
  }),
  z.object({
    transcription_id: z.undefined().or(z.null()),
    request_id: z.string().min(1).max(200),
  }),
])

const word = z.object({
  text: z.string(),
  start: z.number().nullish(),
  end: z.number().nullish(),
  /** Spaces stand between words, and what is no speech is an event. */
  type: z.string(),
  speaker_id: z.string().nullish(),
  logprob: z.number().nullish(),
})
export const transcriptResponse = z.object({
  language_code: z.string().nullish(),
  transcription_id: z.string().nullish(),
  words: z.array(word),
})
type Heard = z.infer<typeof transcriptResponse>
/** Asked before it has the text, it may say something else. */
export const heardOrNot = z.union([transcriptResponse, z.object({ words: z.null().optional() })])

/** It has the keys that it offers models for; which ones is not asked. */
export const models = z.array(z.object({ model_id: z.string() }))

/** The response as a transcript: its speakers are those of the whole recording. */
export function transcriptOf(
  { words, language_code: language }: Heard,
  { duration, peak, stated }: Pick<AudioAnalysis, 'duration' | 'peak' | 'stated'>,
): Transcript {
  const spoken = words
    .filter(({ type }) => type === 'word')
    .map(({ text, start, end, speaker_id: label, logprob }): Spoken => ({
      ...{ text, start: start ?? 0, end: end ?? start ?? 0, isWord: true },
      conf: typeof logprob === 'number' ? hundredths(Math.min(1, Math.exp(logprob))) : null,
      label: label ?? undefined,
    }))
  const segments = segmentsOf(
    mergeSpeakerLabels([placeInRecording(spoken, { start: 0, end: duration })], []),
  )
  const lines = segments.map(({ start, end, text }) => ({ start, end, word: text, conf: 1 }))
  return {
    ...{
      engine: 'elevenlabs',
      language: language ?? 'und',
      duration: hundredths(duration),
      segments,
    },
    warnings: findWarnings({ words: lines, peak, duration, stated, areVoicesUncertain: false }),
  }
}

const hundredths = (value: number) => Math.round(value * 100) / 100
