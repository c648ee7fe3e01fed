import { verbatim } from '#contract/bounds.ts'
import { unnamed } from '#contract/faults.ts'
import type { InvalidRequest } from './schemas.ts'

const maxErrors = 20
const nameCharacters = 80
const sentenceCharacters = 200

/** A sentence for each field, and one for a person, which names the field. */
export function validationErrors({ issues, validationContext: part = 'body' }: InvalidRequest) {
  const faults = issues.slice(0, maxErrors).map(({ path, message }) => ({
    name: short(path.join('.'), nameCharacters),
    sentence: short(message, sentenceCharacters),
  }))
  const [first] = faults
  return {
    sentence: first ? named(first, part) : 'Please check what you entered.',
    fields: Object.fromEntries(faults.map(({ name, sentence }) => [name || part, sentence])),
  }
}

/** Custom messages of a schema name the field already. */
function named({ name, sentence }: { name: string; sentence: string }, part: string) {
  if (!sentence.startsWith(`${unnamed} `)) return sentence
  return `The ${name ? `field ${name}` : part}${sentence.slice(unnamed.length)}`
}

const short = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text

/** Whether a path parameter contains a character that can't be stored (contract/bounds.ts). */
export const hasUnstorableText = (params: unknown) =>
  Object.values(params ?? {}).some(
    (it) => typeof it === 'string' && !verbatim(it.length).safeParse(it).success,
  )
