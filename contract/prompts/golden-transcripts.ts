import { z } from 'zod'
import { idOnly, line, rowId, verbatim } from '../bounds.ts'
import { maxTextBytes, endpoint } from '../endpoint.ts'
import { type TemplateType, templateType } from './prompts.ts'
import { rowVersion } from '../row-version.ts'

// Made-up conversations with expected results: a prompt is checked against them before it becomes the active one of its
// type.

/** Maximum number per type; a check asks a model about each of them, at most twice. */
export const maxGoldenTranscripts = 20
/** Maximum characters: about an hour of speech. */
export const maxGoldenCharacters = 50_000
/** Maximum number of values, of quotes and of forbidden words. */
export const maxExpectations = 20

/** Types whose responses have values; the others respond with text only. */
export const typesWithValues: readonly TemplateType[] = ['metric_extraction', 'burnout_assessment']
/** Key of the only value of a burnout assessment. */
export const riskScoreKey = 'riskScore'

const bound = z.number().min(-1_000_000_000).max(1_000_000_000)
const expectedValue = z
  .object({ key: line(100).min(1, 'Key is required'), lowest: bound, highest: bound })
  .refine(({ lowest, highest }) => lowest <= highest, {
    error: 'The range ends before it begins',
    path: ['highest'],
  })
export type ExpectedValue = z.infer<typeof expectedValue>

/** At least one letter or digit, because matching ignores case and punctuation. */
const words = (characters: number) => line(characters).regex(/[\p{L}\p{N}]/u, 'This has no words')

/** Expected results. */
export const expectations = z.object({
  /** Ranges of values; for a burnout assessment only `riskScore`. */
  values: z.array(expectedValue).max(maxExpectations),
  /** Must occur in the text, or in a quote of a response with values. */
  quotes: z.array(words(500)).max(maxExpectations),
  /** Must not occur anywhere in the response. */
  forbidden: z.array(words(200)).max(maxExpectations),
})
export type Expectations = z.infer<typeof expectations>

const fields = expectations.extend({
  name: line(200).min(1, 'Name is required'),
  type: templateType,
  transcript: verbatim(maxGoldenCharacters).regex(/\S/, 'Transcript is required'),
})

/** Rejects golden transcripts without expectations, and values for types without values. */
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
        message: 'Enter what an answer must contain, or must not contain',
      })
  })

export const goldenForm = sensible(fields)

const goldenRow = fields.omit({ transcript: true }).extend({
  id: rowId(),
  /** Characters of the transcript, which lists omit. */
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
  summary: 'Golden transcripts by type, without their text',
  response: z.array(goldenRow),
})

export const readGoldenTranscript = endpoint('GET /api/admin/golden-transcripts/{id}', {
  access: ['system_admin'],
  shows: ['golden-transcript'],
  summary: 'A golden transcript with its text',
  params: idOnly,
  response: goldenTranscript,
})

export const createGoldenTranscript = endpoint('POST /api/admin/golden-transcripts', {
  access: ['system_admin'],
  changes: ['golden-transcript'],
  isIdempotent: true,
  summary: 'Add a golden transcript with expected results; at most 20 per type',
  bodyBytes,
  body: goldenForm,
  errorCodes: ['conflict'],
  response: goldenTranscript,
})

export const updateGoldenTranscript = endpoint('PUT /api/admin/golden-transcripts/{id}', {
  access: ['system_admin'],
  changes: ['golden-transcript'],
  summary: 'Replace a golden transcript; past checks are kept',
  params: idOnly,
  bodyBytes,
  body: sensible(fields.extend({ version: rowVersion.optional() })),
  errorCodes: ['stale', 'conflict'],
  response: goldenTranscript,
})

export const deleteGoldenTranscript = endpoint('DELETE /api/admin/golden-transcripts/{id}', {
  access: ['system_admin'],
  changes: ['golden-transcript'],
  summary: 'Delete a golden transcript; past checks are kept',
  params: idOnly,
  response: idOnly,
})
