import { type Placeholder, placeholderNames } from '#contract/placeholders.ts'

export type Value = string | number | null | undefined
export type Values = Partial<Record<Placeholder, Value>>

/** `{{name}}`, with or without space inside. Single braces are left alone: prompts hold JSON. */
const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const isKnown = (name: string): name is Placeholder => placeholderNames.has(name)

/** The known placeholders that a prompt names. */
export const namesIn = (...prompts: string[]) =>
  new Set(
    prompts
      .flatMap((it) => [...it.matchAll(placeholder)].map(([, name = '']) => name))
      .filter(isKnown),
  )

/**
 * Puts the values in place of their names, in one pass: what a value holds is never read as a placeholder.
 * One that has no value becomes 'N/A'; an unknown name stays as it is, so that a slip can be seen in the log.
 */
export const fill = (prompt: string, values: Values) =>
  prompt.replaceAll(placeholder, (whole, name: string) => {
    if (!isKnown(name)) return whole
    const value = values[name]
    return value === null || value === undefined || value === '' ? 'N/A' : String(value)
  })
