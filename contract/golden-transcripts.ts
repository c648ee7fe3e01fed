import { z } from 'zod'
import { idOnly, line, rowId, verbatim } from './bounds.ts'
import { maxTextBytes, endpoint } from './endpoint.ts'
import { type TemplateType, templateType } from './prompts.ts'
import { rowVersion } from './row-version.ts'

// Conversations that nobody had, and what an answer about them must hold: on these a prompt is checked before it is
// made the active one of its type.

/** Golden transcripts of one type: a check asks a model about each of them, twice at most. */
export const maxGoldenTranscripts = 20
/** Characters of one: an hour of speech has about as many. */
export const maxGoldenCharacters = 50_000
/** Values, quotes and forbidden words of one, each. */
export const maxExpectations = 20

/** The types whose answers have values: the others answer with text alone. */
export const typesWithValues: readonly TemplateType[] = ['metric_extraction', 'burnout_assessment']
/** Under which a burnout assessment has its one value. */
export const riskScoreKey = 'riskScore'

const bound = z.number().min(-1_000_000_000).max(1_000_000_000)
const expectedValue = z
  .object({ key: line(100).min(1, 'Key is required'), lowest: bound, highest: bound })
  .refine(({ lowest, highest }) => lowest <= highest, {
    error: 'The range ends before it begins',
    path: ['highest'],
  })
export type ExpectedValue = z.infer<typeof expectedValue>

/** Words behind which case and punctuation do not count: there must be some. */
const words = (characters: number) =>
  line(characters).regex(/[\p{L}\p{N}]/u, 'There are no words in it')

/** What an answer must hold. */
export const expectations = z.object({
  /** Within these bounds; of a burnout assessment only `riskScore`. */
  values: z.array(expectedValue).max(maxExpectations),
  /** Must be in a text, or in a quote of an answer with values. */
  quotes: z.array(words(500)).max(maxExpectations),
  /** Must not be anywhere in the answer. */
  forbidden: z.array(words(200)).max(maxExpectations),
})
export type Expectations = z.infer<typeof expectations>

const fields = expectations.extend({
  name: line(200).min(1, 'Name is required'),
  type: templateType,
  transcript: verbatim(maxGoldenCharacters).regex(/\S/, 'Transcript is required'),
})

/** What a golden transcript cannot be: one that expects nothing, or values where none are answered. */
const sensible = <Form extends z.ZodType<z.infer<typeof fields>>>(form: Form) =>
  form.superRefine(({ type, values, quotes, forbidden }, context) => {
    if (values.length && !typesWithValues.includes(type))
      context.addIssue({
        code: 'custom',
        path: ['values'],
        message: 'An answer of this type is text and has no values',
      })
    else if (!values.length && !quotes.length && !forbidden.length)
      context.addIssue({
        code: 'custom',
        path: ['quotes'],
        message: 'Say what an answer must hold, or must not',
      })
  })

export const goldenForm = sensible(fields)

const goldenRow = fields.omit({ transcript: true }).extend({
  id: rowId(),
  /** Characters of the transcript, which a list leaves out. */
  characters: z.number().int(),
  version: rowVersion,
})
export type GoldenRow = z.infer<typeof goldenRow>

export const goldenTranscript = fields.extend({ id: rowId(), version: rowVersion })
export type GoldenTranscript = z.infer<typeof goldenTranscript>

const bodyBytes = maxTextBytes(maxGoldenCharacters + maxExpectations * 800)

export const listGoldenTranscripts = endpoint('GET /api/admin/golden-transcripts', {
  access: ['system_admin'],
  shows: ['golden-transcript'],
  summary: 'The transcripts on which prompts are checked, by type, without what is said in them',
  response: z.array(goldenRow),
})

export const readGoldenTranscript = endpoint('GET /api/admin/golden-transcripts/{id}', {
  access: ['system_admin'],
  shows: ['golden-transcript'],
  summary: 'One of them with what is said in it',
  params: idOnly,
  response: goldenTranscript,
})

export const createGoldenTranscript = endpoint('POST /api/admin/golden-transcripts', {
  access: ['system_admin'],
  changes: ['golden-transcript'],
  isIdempotent: true,
  summary: 'Add a transcript with what an answer must hold; at most 20 of a type',
  bodyBytes,
  body: goldenForm,
  errorCodes: ['conflict'],
  response: goldenTranscript,
})

export const updateGoldenTranscript = endpoint('PUT /api/admin/golden-transcripts/{id}', {
  access: ['system_admin'],
  changes: ['golden-transcript'],
  summary: 'Change one of them, as a whole; checks that ran stay as they were',
  params: idOnly,
  bodyBytes,
  body: sensible(fields.extend({ version: rowVersion.optional() })),
  errorCodes: ['stale', 'conflict'],
  response: goldenTranscript,
})

export const deleteGoldenTranscript = endpoint('DELETE /api/admin/golden-transcripts/{id}', {
  access: ['system_admin'],
  changes: ['golden-transcript'],
  summary: 'Delete one of them; checks that ran stay as they were',
  params: idOnly,
  response: z.object({ id: rowId() }),
})
