import { z } from 'zod'
import { line, rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { staff } from './roles.ts'
import { rowVersion } from './row-version.ts'

/** ISO 639-1, of the languages that all transcription services know. */
export const language = z.enum(
  // prettier-ignore
  ['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'is', 'it', 'lt', 'lv', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tr', 'uk'],
  'Please choose one of the languages.',
)
export type Language = z.infer<typeof language>
/** The one that the engine on this machine knows. */
export const localLanguage: Language = 'en'

export const maxTerms = 100
/** A name or term that a service may be told to listen for; ElevenLabs takes no longer ones. */
export const terms = z
  .array(
    line(49, { error: () => 'A name or term has at most 49 characters.' })
      .min(1)
      .refine((it) => it.split(/\s+/u).length <= 5, 'A name or term has at most five words.'),
  )
  .max(maxTerms, `At most ${maxTerms} names and terms.`)

const hints = z.object({
  /** Null: as set for the installation. */
  language: language.nullable(),
  terms,
})
const response = hints.extend({ version: rowVersion })
export type TranscriptionHints = z.infer<typeof response>

const params = z.object({ id: rowId() })

export const getTranscriptionHints = endpoint('GET /api/clients/{id}/transcription-hints', {
  access: staff,
  shows: ['client'],
  summary: "The language of a client's sessions, and names and terms that are said in them",
  params,
  response,
})

export const putTranscriptionHints = endpoint('PUT /api/clients/{id}/transcription-hints', {
  access: staff,
  changes: ['client'],
  summary: "Set the language of a client's sessions, and names and terms that are said in them",
  params,
  body: hints.extend({ version: rowVersion.optional() }),
  response,
})
