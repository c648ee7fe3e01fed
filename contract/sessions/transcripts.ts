import { z } from 'zod'
import { conversationOrigin } from './conversation-origin.ts'
import {
  idOnly,
  line,
  rowId,
  transcriptCharacters,
  transcriptLine,
  wholeNumber,
} from '../bounds.ts'
import { errorSentence, unnamed } from '../faults.ts'
import { endpoint, defaultBodyBytes } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { sessionDetail, sharing } from './sessions.ts'
import { rowVersion } from '../row-version.ts'
import { segment, transcriptionWarning } from '../transcriptions/transcriptions.ts'
import { normalizeLetters, tokenize } from '../rules/words.ts'

/** More than a working day of speech. */
export const maxLines = 10_000
export const maxWords = 100_000
export const maxSpeakerCharacters = 100
const maxLineCharacters = 20_000

/** Errors name the line instead of the path in the body. */
const lineErrors = { error: lineError }
function lineError(issue: z.core.$ZodRawIssue) {
  const { path = [] } = issue
  const [index, name] = path.slice(path.findIndex((it) => typeof it === 'number'))
  const what = name === 'text' ? 'L' : name === 'words' ? 'A word of l' : `The ${String(name)} of l`
  return errorSentence(issue).replace(unnamed, `${what}ine ${Number(index) + 1}`)
}

/** Seconds from the start of the recording. */
const seconds = z.number(lineErrors).min(0, lineErrors).max(1_000_000, lineErrors)

const spokenLine = z.object({
  start: seconds,
  end: seconds,
  speaker: line(maxSpeakerCharacters, lineErrors)
    .min(1, 'Each line needs a speaker.')
    .regex(/^[^:]*$/, 'A colon cannot be in the name of a speaker.'),
  text: transcriptLine(maxLineCharacters, lineErrors).min(1, 'A line needs at least one word.'),
  words: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        word: transcriptLine(maxLineCharacters, lineErrors).min(1, lineErrors),
        conf: z.number().min(0).max(1),
      }),
    )
    .max(maxWords)
    .optional(),
})
export type SpokenLine = z.infer<typeof spokenLine>

/** Bytes of the JSON around the texts of a line or word. */
const overheadBytes = { line: 120 + 3 * maxSpeakerCharacters, word: 120 }
/** Up to three bytes per character, for texts and words. */
const maxBytes =
  2 * 3 * transcriptCharacters + maxLines * overheadBytes.line + maxWords * overheadBytes.word

const spokenLines = z
  .array(spokenLine)
  .min(1, 'A transcript needs at least one line.')
  .max(maxLines, `A transcript has at most ${maxLines} lines.`)
  .superRefine((lines, context) => {
    const fault = linesError(lines)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
  .meta({ 'x-most-bytes': maxBytes })

/** Checks order in time, and that words match the text. */
export function linesError(lines: readonly SpokenLine[]) {
  const count = (of: (line: SpokenLine) => number) => lines.reduce((sum, it) => sum + of(it), 0)
  const characters = Math.max(
    count(({ text }) => text.length),
    count(({ words = [] }) => words.reduce((sum, { word }) => sum + word.length, 0)),
  )
  if (characters > transcriptCharacters)
    return `A transcript has at most ${transcriptCharacters} characters.`
  if (count(({ words = [] }) => words.length) > maxWords)
    return `A transcript has at most ${maxWords} words.`
  for (const [index, it] of lines.entries()) {
    const name = `Line ${index + 1}`
    if (it.end <= it.start) return `${name} ends before it begins.`
    if (it.start < (lines[index - 1]?.start ?? 0)) return `${name} begins before the one above it.`
    if (!it.words) continue
    if (!areWordsIn(it.text, it.words)) return `The words of line ${index + 1} are not its text.`
    if (!areInOrder(it.words)) return `The words of line ${index + 1} are not in order.`
  }
  return undefined
}

function areWordsIn(text: string, words: readonly { word: string }[]) {
  const tokens = tokenize(text)
  return (
    tokens.length === words.length &&
    tokens.every(
      (token, index) => normalizeLetters(token) === normalizeLetters(words[index]?.word ?? ''),
    )
  )
}

const areInOrder = (words: readonly { start: number; end: number }[]) =>
  words.every(
    ({ start, end }, index) =>
      start <= end &&
      start >= (words[index - 1]?.start ?? 0) &&
      end >= (words[index - 1]?.end ?? 0),
  )

/** Bytes of the punctuation and numbers of a line or word, with times in milliseconds. */
const numbersBytes = 40
const size = {
  bodyBytes: maxBytes + defaultBodyBytes,
  besideTextsBytes: numbersBytes * (maxLines + maxWords),
}

const maxVersion = 2_147_483_647
/** 0 where there was no draft. */
const draftVersion = z.int().min(0).max(maxVersion)

export const saveTranscript = endpoint('PUT /api/sessions/{id}/transcript', {
  access: staff,
  changes: ['session', 'draft'],
  summary: 'Save the corrected lines of a raw transcript; the original lines are kept',
  ...size,
  params: idOnly,
  body: z.object({
    segments: spokenLines,
    /** The `transcriptVersion` that was read; `stale` where it has changed. */
    version: rowVersion.optional(),
    /** `stale` where another window changed the draft. */
    draftVersion: draftVersion.optional(),
  }),
  errorCodes: ['conflict', 'unprocessable'],
  response: z.object({ version: rowVersion }),
})

export const getOriginalTranscript = endpoint('GET /api/sessions/{id}/first-transcript', {
  access: staff,
  opens: ['transcript-opened'],
  shows: ['session'],
  summary: 'The lines of a raw transcript before any correction',
  params: idOnly,
  response: z.object({ segments: z.array(segment) }),
})

export const newTranscript = z.object({
  id: rowId(),
  segments: z.array(segment),
  warnings: z.array(transcriptionWarning),
  createdAt: z.string(),
  /** Its recording was deleted or replaced. */
  isOfEarlierRecording: z.boolean(),
})
export type NewTranscript = z.infer<typeof newTranscript>

export const getNewTranscript = endpoint('GET /api/sessions/{id}/new-transcript', {
  access: staff,
  opens: ['transcript-opened'],
  shows: ['session'],
  summary: 'The new transcript that is kept beside the current one until somebody chooses',
  // It may be transcribed again.
  freshness: 'while-shown',
  params: idOnly,
  response: z.object({ newTranscript: newTranscript.nullable() }),
})

export const acceptNewTranscript = endpoint('PUT /api/sessions/{id}/new-transcript', {
  access: staff,
  changes: ['session'],
  summary: 'Replace the raw transcript and its corrections by the new one; the conversation stays',
  params: idOnly,
  body: z.object({
    /** The new transcript that was read; `stale` where there is another. */
    id: rowId(),
    /** The `transcriptVersion` that was read; `stale` where it has changed. */
    version: rowVersion.optional(),
  }),
  errorCodes: ['stale'],
  response: z.object({ ok: z.literal(true) }),
})

export const discardNewTranscript = endpoint('DELETE /api/sessions/{id}/new-transcript', {
  access: staff,
  changes: ['session'],
  summary: 'Discard the new transcript and keep the current one',
  params: idOnly,
  /** The new transcript that was read; `stale` where there is another. */
  query: z.object({ newTranscriptId: rowId() }),
  errorCodes: ['stale'],
  response: z.object({ ok: z.literal(true) }),
})

export const transcriptDraft = z.object({
  segments: z.array(segment),
  /** Version of the transcript when the corrections began. */
  transcriptVersion: rowVersion,
  version: rowVersion,
  savedAt: z.string(),
})
export type TranscriptDraft = z.infer<typeof transcriptDraft>

export const getTranscriptDraft = endpoint('GET /api/sessions/{id}/transcript-draft', {
  access: staff,
  opens: ['transcript-opened'],
  shows: ['draft'],
  summary: 'Your own unsaved corrections of a raw transcript',
  // Another window may have changed it.
  freshness: 'while-shown',
  params: idOnly,
  response: z.object({ draft: transcriptDraft.nullable() }),
})

export const saveTranscriptDraft = endpoint('PUT /api/sessions/{id}/transcript-draft', {
  access: staff,
  changes: ['draft'],
  summary: 'Save a draft of your corrections of a raw transcript',
  ...size,
  params: idOnly,
  body: z.object({
    segments: spokenLines,
    transcriptVersion: rowVersion,
    /** `stale` where the draft has changed. */
    version: draftVersion.optional(),
  }),
  response: z.object({ version: rowVersion, savedAt: z.string() }),
})

export const discardTranscriptDraft = endpoint('DELETE /api/sessions/{id}/transcript-draft', {
  access: staff,
  changes: ['draft'],
  summary: 'Discard your unsaved corrections of a raw transcript',
  params: idOnly,
  /** `stale` where the draft has changed. */
  query: z.object({ draftVersion: wholeNumber(0, maxVersion).optional() }),
  errorCodes: ['stale'],
  response: z.object({ ok: z.literal(true) }),
})

export const shareConversation = endpoint('POST /api/sessions/{id}/shared-conversation', {
  access: staff,
  opens: ['plan-opened'],
  changes: ['session'],
  summary: 'Share the conversation of a session with the client, including later edits',
  params: idOnly,
  /** The version that the user has read. */
  body: z.object({ version: rowVersion }),
  errorCodes: ['conflict'],
  response: sessionDetail,
})

export const withdrawConversation = endpoint('DELETE /api/sessions/{id}/shared-conversation', {
  access: staff,
  opens: ['plan-opened'],
  changes: ['session'],
  summary: 'Stop sharing a conversation with the client',
  params: idOnly,
  response: sessionDetail,
})

export const getSharedConversation = endpoint('GET /api/sessions/{id}/shared-conversation', {
  access: ['client_user'],
  opens: ['shared-conversation-opened'],
  shows: ['session'],
  summary: 'A shared conversation, for the client of the plan',
  freshness: 'while-shown',
  params: idOnly,
  response: z.object({
    sessionDate: z.string(),
    sessionDefinitionName: z.string(),
    text: z.string(),
    origin: conversationOrigin,
    sharing: sharing.unwrap(),
  }),
})

export const transcriptFormats = ['txt', 'vtt', 'docx', 'pdf'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

export const downloadTranscript = endpoint('GET /api/sessions/{id}/transcript-file', {
  access: staff,
  opens: ['transcript-downloaded'],
  shows: ['session'],
  summary: 'Download the raw transcript or the conversation of a session as a file',
  params: idOnly,
  query: z.object({
    what: z.enum(['transcript', 'conversation']),
    format: z.enum(transcriptFormats),
  }),
  errorCodes: ['conflict'],
  wire: { answers: { 200: { says: 'The file', type: '*/*' } } },
  response: 'bytes',
})
