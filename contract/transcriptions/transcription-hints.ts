import { z } from 'zod'
import { idOnly, line } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

/** ISO 639-1 codes of the languages that all transcription services support. */
export const language = z.enum(
  // prettier-ignore
  ['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'is', 'it', 'lt', 'lv', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tr', 'uk'],
  'Please choose one of the languages.',
)
export type Language = z.infer<typeof language>
/** The only language of the local engine. */
export const localLanguage: Language = 'en'

export const maxTerms = 100
/** Names and terms for services to listen for; the limits are those of ElevenLabs. */
export const terms = z
  .array(
    line(49, { error: () => 'A name or term can have at most 49 characters.' })
      .min(1)
      .refine((it) => it.split(/\s+/u).length <= 5, 'A name or term can have at most five words.'),
  )
  .max(maxTerms, `At most ${maxTerms} names and terms.`)

const hints = z.object({
  /** Null: that of the installation. */
  language: language.nullable(),
  terms,
})
const response = hints.extend({ version: rowVersion })
export type TranscriptionHints = z.infer<typeof response>

export const getTranscriptionHints = endpoint('GET /api/clients/{id}/transcription-hints', {
  access: staff,
  opens: ['plan-opened'],
  shows: ['client'],
  summary: "The language, names and terms of a client's sessions",
  params: idOnly,
  response,
})

export const putTranscriptionHints = endpoint('PUT /api/clients/{id}/transcription-hints', {
  access: staff,
  changes: ['client'],
  summary: "Set the language, names and terms of a client's sessions",
  params: idOnly,
  body: hints.extend({ version: rowVersion.optional() }),
  response,
})
