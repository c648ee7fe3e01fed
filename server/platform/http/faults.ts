import { verbatim } from '#contract/bounds.ts'
import { unnamed } from '#contract/faults.ts'
import type { InvalidRequest } from './schemas.ts'

/** An answer tells of so many faults at most, each cut to so many characters: whoever sent nonsense gets no more of it back. */
const mostFaults = 20
const nameCharacters = 80
const sentenceCharacters = 200

/** What is wrong with a request: each field with a sentence, and one sentence for a person, which names the field. */
export function faultsIn({ issues, validationContext: part = 'body' }: InvalidRequest) {
  const faults = issues.slice(0, mostFaults).map(({ path, message }) => ({
    name: short(path.join('.'), nameCharacters),
    sentence: short(message, sentenceCharacters),
  }))
  const [first] = faults
  return {
    sentence: first ? named(first, part) : 'Please check what you entered.',
    fields: Object.fromEntries(faults.map(({ name, sentence }) => [name || part, sentence])),
  }
}

/** Words of a schema's own name the field already. */
function named({ name, sentence }: { name: string; sentence: string }, part: string) {
  if (!sentence.startsWith(`${unnamed} `)) return sentence
  return `The ${name ? `field ${name}` : part}${sentence.slice(unnamed.length)}`
}

const short = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text

/** Whether an address was made with a sign that no text may hold (contract/bounds.ts). */
export const holdsUnkeepable = (params: unknown) =>
  Object.values(params ?? {}).some(
    (it) => typeof it === 'string' && !verbatim(it.length).safeParse(it).success,
  )
