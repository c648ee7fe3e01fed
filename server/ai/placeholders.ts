import { isPlaceholder, type Placeholder, placeholdersIn } from '#contract/placeholders.ts'

export type Value = string | number | null | undefined
export type Values = Partial<Record<Placeholder, Value>>

/** The known placeholders that a prompt names. */
export const namesIn = (...prompts: string[]) =>
  new Set(
    prompts
      .flatMap(placeholdersIn)
      .map(({ name }) => name)
      .filter(isPlaceholder),
  )

/** What stands in a prompt for a value; undefined where there is none. */
export const textOf = (value: Value) =>
  value === null || value === undefined || value === '' ? undefined : String(value)

/**
 * Puts the values in place of their names, in one pass: what a value holds is never read as a placeholder.
 * One that has no value becomes 'N/A'; an unknown name stays as it is, so that a slip can be seen in the log.
 */
export function fill(prompt: string, values: Values) {
  let at = 0
  let filled = ''
  for (const { name, from, to } of placeholdersIn(prompt)) {
    filled += prompt.slice(at, from)
    filled += isPlaceholder(name) ? (textOf(values[name]) ?? 'N/A') : prompt.slice(from, to)
    at = to
  }
  return filled + prompt.slice(at)
}
