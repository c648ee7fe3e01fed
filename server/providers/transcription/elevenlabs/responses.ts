import { z } from 'zod'
import type { AudioAnalysis } from '../local/sound/analyze-recording.ts'
import { toTranscript } from '../chunks/segments.ts'
import { mergeSpeakerLabels } from '../chunks/speakers.ts'
import { placeInRecording, type Spoken } from '../chunks/spoken.ts'

const id = z.string().min(1).max(200)

/** The response to a request with a webhook. */
export const accepted = z.union([
  z.object({ transcription_id: id, request_id: id.optional() }),
  z.object({ transcription_id: z.undefined().or(z.null()), request_id: id }),
])

const word = z.object({
  text: z.string(),
  start: z.number().nullish(),
  end: z.number().nullish(),
  /** Word, spacing or audio event. */
  type: z.string(),
  speaker_id: z.string().nullish(),
  logprob: z.number().nullish(),
})
export const transcriptResponse = z.object({
  language_code: z.string().nullish(),
  transcription_id: z.string().nullish(),
  words: z.array(word),
})
/** The response to a poll before there is a transcript. */
export const pendingResponse = z.union([
  transcriptResponse,
  z.object({ words: z.null().optional() }),
])
export const models = z.array(z.object({ model_id: z.string() }))

type Audio = Pick<AudioAnalysis, 'duration' | 'peak' | 'stated'>

export function readTranscript(
  { words, language_code: language }: z.infer<typeof transcriptResponse>,
  audio: Audio,
) {
  const spoken = words
    .filter(({ type }) => type === 'word')
    .map(({ text, start, end, speaker_id: label, logprob }): Spoken => ({
      text,
      start: start ?? 0,
      end: end ?? start ?? 0,
      isWord: true,
      conf:
        typeof logprob === 'number' ? Math.round(100 * Math.min(1, Math.exp(logprob))) / 100 : null,
      label: label ?? undefined,
    }))
  const chunk = placeInRecording(spoken, { start: 0, end: audio.duration })
  const about = { engine: 'elevenlabs', language, areVoicesUncertain: false }
  return toTranscript(mergeSpeakerLabels([chunk], []), audio, about)
}

type Job = { id: string; begunAt: number; audio: Audio }

/** Includes the audio analysis, because the recording is not available when the job is polled. */
export const getExternalId = ({ id: jobId, begunAt, audio: { duration, peak, stated } }: Job) =>
  [
    ...[jobId, Math.round(begunAt / 1000), duration.toFixed(2), peak],
    ...[stated ? stated.duration.toFixed(2) : '', stated?.isCutOff ? 'cut' : ''],
  ].join('~')

export function parseExternalId(externalId: string): Job {
  const [jobId = '', begunAt, duration, peak, stated, cut] = externalId.split('~')
  return {
    id: jobId,
    begunAt: Number(begunAt) * 1000,
    audio: {
      duration: Number(duration),
      peak: Number(peak),
      stated: stated ? { duration: Number(stated), isCutOff: cut === 'cut' } : undefined,
    },
  }
}
