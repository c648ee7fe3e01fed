import { isPlaceholder, type Placeholder, findPlaceholders } from '#contract/placeholders.ts'
import type { Part } from '../../../providers/llm/llm.ts'

export type Value = string | number | null | undefined
export type Values = Partial<Record<Placeholder, Value>>

/** The known placeholders that a prompt names. */
export const findPlaceholderNames = (...prompts: string[]) =>
  new Set(
    prompts
      .flatMap(findPlaceholders)
      .map(({ name }) => name)
      .filter(isPlaceholder),
  )

/** What stands in a prompt for a value; undefined where there is none. */
export const formatValue = (value: Value) =>
  value === null || value === undefined || value === '' ? undefined : String(value)

/** The placeholders that stand for what people said. */
const said: ReadonlySet<string> = new Set<Placeholder>([
  ...(['audioTranscript', 'sessionTranscript', 'transcribedTextRaw'] as const),
  ...(['transcribedTextScripted', 'previousSessionNotes', 'lastThreeSessionNotes'] as const),
  // Quotes, notes and reasons stand in them.
  ...(['weeklyData', 'preparationContext', 'burnoutAnalysis'] as const),
])

/**
 * Puts the values in place of their names, in one pass: what a value holds is never read as a placeholder.
 * One that has no value becomes 'N/A'; an unknown name stays as it is, so that a slip can be seen in the log.
 */
export function partsOf(prompt: string, values: Values): Part[] {
  let at = 0
  const parts: Part[] = []
  for (const { name, from, to } of findPlaceholders(prompt)) {
    const value = isPlaceholder(name) ? formatValue(values[name]) : undefined
    parts.push(
      { text: prompt.slice(at, from), isSaid: false },
      {
        text: value ?? (isPlaceholder(name) ? 'N/A' : prompt.slice(from, to)),
        isSaid: value !== undefined && said.has(name),
      },
    )
    at = to
  }
  return [...parts, { text: prompt.slice(at), isSaid: false }]
}

/** The same as a text. */
export const replacePlaceholders = (parts: readonly Part[]) =>
  parts.map(({ text }) => text).join('')
