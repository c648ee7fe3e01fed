import {
  isPlaceholder,
  type Placeholder,
  findPlaceholders,
} from '#contract/prompts/placeholders.ts'
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

/** Undefined for an empty value. */
export const formatValue = (value: Value) =>
  value === null || value === undefined || value === '' ? undefined : String(value)

/** Placeholders that contain what people said. */
const spoken: ReadonlySet<string> = new Set<Placeholder>([
  ...(['audioTranscript', 'sessionTranscript', 'transcribedTextRaw'] as const),
  ...(['transcribedTextScripted', 'previousSessionNotes', 'lastThreeSessionNotes'] as const),
  // They contain quotes, notes and reasons.
  ...(['weeklyData', 'preparationContext', 'burnoutAnalysis'] as const),
])

/**
 * Replaces names by values in one pass, so that a value is never read as a placeholder. An empty value becomes 'N/A'; an unknown
 * name stays, so that the mistake can be seen in the log.
 */
export function fillParts(prompt: string, values: Values): Part[] {
  let at = 0
  const parts: Part[] = []
  for (const { name, from, to } of findPlaceholders(prompt)) {
    const value = isPlaceholder(name) ? formatValue(values[name]) : undefined
    parts.push(
      { text: prompt.slice(at, from), isSaid: false },
      {
        text: value ?? (isPlaceholder(name) ? 'N/A' : prompt.slice(from, to)),
        isSaid: value !== undefined && spoken.has(name),
      },
    )
    at = to
  }
  return [...parts, { text: prompt.slice(at), isSaid: false }]
}

export const replacePlaceholders = (parts: readonly Part[]) =>
  parts.map(({ text }) => text).join('')
