import { z } from 'zod'
import { heardLine, line, rowId, transcriptCharacters, wholeNumber } from './bounds.ts'
import { faultSentence, unnamed } from './faults.ts'
import { endpoint, usualBodyBytes } from './endpoint.ts'
import { staff } from './roles.ts'
import { sessionDetail, sharing } from './sessions.ts'
import { rowVersion } from './row-version.ts'
import { segment } from './transcriptions.ts'
import { lettersOf, tokensOf } from './words.ts'

const sessionId = z.object({ id: rowId() })

/** A working day of speech has fewer of each. */
export const mostLines = 10_000
export const mostWords = 100_000
export const speakerCharacters = 100
const lineCharacters = 20_000

/** Which line it is tells more than its place in a body. */
const ofLine = { error: faultOfLine }
function faultOfLine(issue: z.core.$ZodRawIssue) {
  const { path = [] } = issue
  const [index, name] = path.slice(path.findIndex((it) => typeof it === 'number'))
  const what = name === 'text' ? 'L' : name === 'words' ? 'A word of l' : `The ${String(name)} of l`
  return faultSentence(issue).replace(unnamed, `${what}ine ${Number(index) + 1}`)
}

/** Seconds from the start of the recording. */
const moment = z.number(ofLine).min(0, ofLine).max(1_000_000, ofLine)

const spokenLine = z.object({
  start: moment,
  end: moment,
  speaker: line(speakerCharacters, ofLine)
    .min(1, 'Each line needs a speaker.')
    .regex(/^[^:]*$/, 'A colon cannot be in the name of a speaker.'),
  text: heardLine(lineCharacters, ofLine).min(1, 'A line needs at least one word.'),
  words: z
    .array(
      z.object({
        start: moment,
        end: moment,
        word: heardLine(lineCharacters, ofLine).min(1, ofLine),
        conf: z.number().min(0).max(1),
      }),
    )
    .max(mostWords)
    .optional(),
})
export type SpokenLine = z.infer<typeof spokenLine>

/** Names, marks and numbers of a line or of a word in JSON, in bytes. */
const around = { line: 120 + 3 * speakerCharacters, word: 120 }
/** What lines share a bound that none of them has alone: texts and words, each sign of up to three bytes. */
const mostBytes = 2 * 3 * transcriptCharacters + mostLines * around.line + mostWords * around.word

/** The lines of a raw transcript as a person corrected them. */
const spokenLines = z
  .array(spokenLine)
  .min(1, 'A transcript needs at least one line.')
  .max(mostLines, `A transcript has at most ${mostLines} lines.`)
  .superRefine((lines, context) => {
    const fault = faultOfLines(lines)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
  .meta({ 'x-most-bytes': mostBytes })

/** What is wrong with lines, for whoever sent them; undefined where they follow each other in time and say what their words say. */
export function faultOfLines(lines: readonly SpokenLine[]) {
  const count = (of: (line: SpokenLine) => number) => lines.reduce((sum, it) => sum + of(it), 0)
  const characters = Math.max(
    count(({ text }) => text.length),
    count(({ words = [] }) => words.reduce((sum, { word }) => sum + word.length, 0)),
  )
  if (characters > transcriptCharacters)
    return `A transcript has at most ${transcriptCharacters} characters.`
  if (count(({ words = [] }) => words.length) > mostWords)
    return `A transcript has at most ${mostWords} words.`
  for (const [index, it] of lines.entries()) {
    const name = `Line ${index + 1}`
    if (it.end <= it.start) return `${name} ends before it begins.`
    if (it.start < (lines[index - 1]?.start ?? 0)) return `${name} begins before the one above it.`
    if (!it.words) continue
    if (!areWordsOf(it.text, it.words)) return `The words of line ${index + 1} are not its text.`
    if (!areInOrder(it.words)) return `The words of line ${index + 1} are not in order.`
  }
  return undefined
}

function areWordsOf(text: string, words: readonly { word: string }[]) {
  const tokens = tokensOf(text)
  return (
    tokens.length === words.length &&
    tokens.every((token, index) => lettersOf(token) === lettersOf(words[index]?.word ?? ''))
  )
}

const areInOrder = (words: readonly { start: number; end: number }[]) =>
  words.every(
    ({ start, end }, index) =>
      start <= end &&
      start >= (words[index - 1]?.start ?? 0) &&
      end >= (words[index - 1]?.end ?? 0),
  )

/** Times are sent in milliseconds' precision: brackets and numbers of a line or a word have fewer bytes. */
const numbersBytes = 40
const size = {
  bodyBytes: mostBytes + usualBodyBytes,
  besideTextsBytes: numbersBytes * (mostLines + mostWords),
}

const mostVersion = 2_147_483_647
/** The own draft as it was read, 0 where there was none. */
const draftVersion = z.int().min(0).max(mostVersion)

export const saveTranscript = endpoint('PUT /api/sessions/{id}/transcript', {
  access: staff,
  changes: ['session', 'draft'],
  summary: 'Save the corrected lines of a raw transcript; what the machine heard first is kept',
  ...size,
  params: sessionId,
  body: z.object({
    segments: spokenLines,
    /** The session's `transcriptVersion` as it was read; when it is another one by now, nothing is saved. */
    version: rowVersion.optional(),
    /** When another window of one's own went on with the draft, nothing is saved, and that draft stays. */
    draftVersion: draftVersion.optional(),
  }),
  refuses: ['conflict', 'unprocessable'],
  response: z.object({ version: rowVersion }),
})

export const getFirstTranscript = endpoint('GET /api/sessions/{id}/first-transcript', {
  access: staff,
  shows: ['session'],
  summary: 'The lines of a raw transcript as the machine heard them',
  params: sessionId,
  response: z.object({ segments: z.array(segment) }),
})

export const transcriptDraft = z.object({
  segments: z.array(segment),
  /** Of the session, as it was when the corrections began. */
  transcriptVersion: rowVersion,
  version: rowVersion,
  savedAt: z.string(),
})
export type TranscriptDraft = z.infer<typeof transcriptDraft>

export const getTranscriptDraft = endpoint('GET /api/sessions/{id}/transcript-draft', {
  access: staff,
  shows: ['draft'],
  summary: 'Corrections of a raw transcript that one has not saved yet: only the own ones',
  // Another window of the same person may have gone on with it.
  freshness: 'while-shown',
  params: sessionId,
  response: z.object({ draft: transcriptDraft.nullable() }),
})

export const keepTranscriptDraft = endpoint('PUT /api/sessions/{id}/transcript-draft', {
  access: staff,
  changes: ['draft'],
  summary: 'Keep corrections of a raw transcript that are not to be saved yet',
  ...size,
  params: sessionId,
  body: z.object({
    segments: spokenLines,
    transcriptVersion: rowVersion,
    /** When the draft is another one by now, nothing is kept. */
    version: draftVersion.optional(),
  }),
  response: z.object({ version: rowVersion, savedAt: z.string() }),
})

export const discardTranscriptDraft = endpoint('DELETE /api/sessions/{id}/transcript-draft', {
  access: staff,
  changes: ['draft'],
  summary: 'Throw away the own corrections of a raw transcript that are not saved',
  params: sessionId,
  /** When the draft is another one by now, it stays. */
  query: z.object({ draftVersion: wholeNumber(0, mostVersion).optional() }),
  refuses: ['stale'],
  response: z.object({ ok: z.literal(true) }),
})

export const shareConversation = endpoint('POST /api/sessions/{id}/shared-conversation', {
  access: staff,
  changes: ['session'],
  summary: 'Let the client read the conversation of a session, as it is now and as it will be',
  params: sessionId,
  /** The version that whoever shares it has seen. */
  body: z.object({ version: rowVersion }),
  refuses: ['conflict'],
  response: sessionDetail,
})

export const withdrawConversation = endpoint('DELETE /api/sessions/{id}/shared-conversation', {
  access: staff,
  changes: ['session'],
  summary: 'Take a shared conversation back; the client finds it no more',
  params: sessionId,
  response: sessionDetail,
})

export const getSharedConversation = endpoint('GET /api/sessions/{id}/shared-conversation', {
  access: ['client_user'],
  shows: ['session'],
  summary: 'The conversation of a session that the coach shared, for the client whose plan it is',
  freshness: 'while-shown',
  params: sessionId,
  response: z.object({
    sessionDate: z.string(),
    sessionDefinitionName: z.string(),
    text: z.string(),
    sharing: sharing.unwrap(),
  }),
})

export const transcriptFormats = ['txt', 'vtt', 'docx', 'pdf'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

export const downloadTranscript = endpoint('GET /api/sessions/{id}/transcript-file', {
  access: staff,
  shows: ['session'],
  summary:
    'The raw transcript or the conversation of a session as a file, made when it is asked for',
  params: sessionId,
  query: z.object({
    what: z.enum(['transcript', 'conversation']),
    format: z.enum(transcriptFormats),
  }),
  refuses: ['conflict'],
  wire: { answers: { 200: { says: 'The file', type: '*/*' } } },
  response: 'bytes',
})
