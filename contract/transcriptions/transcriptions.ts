import { z } from 'zod'
import { idOnly } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { language } from './transcription-hints.ts'

/** Milliseconds after which an event stream ends (docs/product.md, "Event streams"). */
export const eventStreamMs = 900_000
export const transcriptionEstimate = '2-4 minutes'
/** Maximum number of speakers. */
export const maxVoices = 6
export const maxTranscriptionAttempts = 3

export const word = z.object({
  /** Seconds from the start of the recording. */
  start: z.number(),
  end: z.number(),
  word: z.string(),
  /** Confidence, 0 to 1. */
  conf: z.number(),
})
export const uncertainBelow = 0.9

/** The text of a line in another language that the engine cannot write down. */
export const otherLanguageText = '[another language?]'

export const segment = z.object({
  start: z.number(),
  end: z.number(),
  speaker: z.string(),
  text: z.string(),
  words: z.array(word).optional(),
})
export type Segment = z.infer<typeof segment>
export const isOtherLanguage = ({ text }: Pick<Segment, 'text'>) => text === otherLanguageText

export const transcriptionWarning = z.enum([
  'SILENT',
  'NO_SPEECH',
  'TRUNCATED',
  'NO_SPEAKERS',
  'SPEAKERS_UNCERTAIN',
  'LANGUAGE_OR_QUALITY',
  'OTHER_LANGUAGE',
])
export type TranscriptionWarning = z.infer<typeof transcriptionWarning>

export const otherLanguagesHint =
  'OpenAI, Google Speech, ElevenLabs and a Whisper server support other languages. An administrator can connect one in System Settings.'

export const warningText: Record<TranscriptionWarning, string> = {
  SILENT: 'The recording is silent.',
  NO_SPEECH: 'No speech was found in the recording.',
  TRUNCATED: 'The recording ends before its stated length; the end may be missing.',
  NO_SPEAKERS:
    'Speakers are not separated, word times are approximate, and uncertain words are not marked, because this machine runs only one of the two speech engines.',
  SPEAKERS_UNCERTAIN:
    'The speakers are hard to tell apart: there may be more or fewer, and some lines may have the wrong speaker. If you know how many people speak, choose the number of speakers and transcribe again.',
  LANGUAGE_OR_QUALITY: `Too few words were recognized with confidence: the recording may be noisy or not in English. No text is shown, to avoid a made-up one; to see it anyway, choose English as the language. ${otherLanguagesHint}`,
  OTHER_LANGUAGE: `Some of it seems to be in another language. It is marked instead of written down, to avoid made-up text: play it and type what was said. ${otherLanguagesHint}`,
}

export const transcriptionStatus = z.enum([
  'waiting',
  'running',
  'completed',
  'failed',
  'cancelled',
])
export type TranscriptionStatus = z.infer<typeof transcriptionStatus>
export const isInProgress = (status: TranscriptionStatus | undefined) =>
  status === 'waiting' || status === 'running'

/** The latest transcription of a session, without its text. */
export const transcription = z.object({
  status: transcriptionStatus,
  /** 0 to 1. */
  progress: z.number(),
  /** Status message for the user, or null. */
  note: z.string().nullable(),
  error: z.string().nullable(),
  warnings: z.array(transcriptionWarning),
  /** Number of speakers as requested; null: detect. */
  speakers: z.int().nullable(),
  /** As requested; null: that of the client or the installation. */
  language: language.nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type Transcription = z.infer<typeof transcription>

/** Data of a server-sent event (docs/product.md, "Event streams"). */
export const transcriptionEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('transcription-progress'),
    progress: z.number(),
    note: z.string().nullable(),
  }),
  z.object({ type: z.literal('transcription-complete') }),
  z.object({ type: z.literal('transcription-failed'), error: z.string() }),
  z.object({ type: z.literal('transcription-cancelled') }),
])
export type TranscriptionEvent = z.infer<typeof transcriptionEvent>

export const startTranscription = endpoint('POST /api/sessions/{id}/transcribe', {
  access: staff,
  changes: ['session'],
  summary: 'Transcribe the recording of a session',
  params: idOnly,
  /** Optional: no body is needed. */
  body: z
    .object({ speakers: z.int().min(1).max(maxVoices).optional(), language: language.optional() })
    .nullish(),
  errorCodes: ['conflict', 'no-consent', 'unprocessable'],
  response: transcription,
})

export const cancelTranscription = endpoint('POST /api/sessions/{id}/cancel-transcription', {
  access: staff,
  changes: ['session'],
  summary: 'Cancel a transcription in progress',
  params: idOnly,
  errorCodes: ['conflict'],
  response: transcription,
})

export const streamTranscriptionEvents = endpoint('GET /api/sessions/{id}/transcription-events', {
  access: staff,
  shows: ['session'],
  summary: 'Progress and end of a transcription, as server-sent events',
  params: idOnly,
  caching: 'no-store, no-transform',
  wire: { event: transcriptionEvent },
  errorCodes: ['too-many-requests'],
  response: 'events',
})
