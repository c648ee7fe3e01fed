import {
  isPlaceholder,
  placeholderGroups,
  findPlaceholders,
} from '#contract/prompts/placeholders.ts'
import type { Placeholders } from '#web/ui/placeholders.ts'
import { placeholderDescriptions } from './placeholder-descriptions.ts'

/** Each placeholder's value for the chosen session; null for N/A. Undefined while no session is chosen. */
export type PlaceholderValues = Record<string, string | null> | undefined

export const groups = Object.entries(placeholderGroups)

const all = groups.flatMap(([group, names]) => names.map((name) => ({ name, group })))

/** The placeholders for the prompt editor. */
export const placeholderNames = (values: PlaceholderValues): Placeholders => ({
  find: findPlaceholders,
  all,
  explain: (name) =>
    isPlaceholder(name)
      ? { what: placeholderDescriptions[name], ...(values && { now: values[name] ?? 'N/A' }) }
      : { what: 'Unknown placeholder.' },
})
