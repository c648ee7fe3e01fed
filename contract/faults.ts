import type { z } from 'zod'

/** Subject of default errors. Forms show it below the field; the server replaces it with the name of the field. */
export const unnamed = 'This'

/** Default error of a value, as a sentence; messages in a schema take precedence. */
export const errorSentence = (issue: z.core.$ZodRawIssue) => `${unnamed} ${describeIssue(issue)}.`

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
/** Maximum number of allowed values in a sentence. */
const maxListedKeys = 8

function describeIssue(issue: z.core.$ZodRawIssue) {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'is missing'
      : `must be ${kinds[issue.expected] ?? 'of another kind'}`
  if (issue.code === 'too_big') return bound('more', issue.origin, issue.maximum)
  if (issue.code === 'too_small')
    return issue.origin === 'string' && issue.minimum === 1
      ? 'is missing'
      : bound('less', issue.origin, issue.minimum)
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.slice(0, maxListedKeys).map(String).join(' or ')}`
  if (issue.code === 'invalid_format')
    return issue.format === 'regex'
      ? 'holds a character that cannot be kept here; please remove it'
      : 'is not valid'
  if (issue.code === 'unrecognized_keys') return 'holds a field that does not exist'
  return 'is not valid'
}

function bound(than: 'more' | 'less', origin: string, limit: number | bigint) {
  if (origin === 'string') return `has ${than} than ${limit} characters`
  if (origin === 'array') return `has ${than} than ${limit} entries`
  return `must be at ${than === 'more' ? 'most' : 'least'} ${limit}`
}
