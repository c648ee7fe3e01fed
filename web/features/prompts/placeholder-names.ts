import { isPlaceholder, placeholderGroups, findPlaceholders } from '#contract/placeholders.ts'
import type { Placeholders } from '#web/ui/placeholders.ts'
import { placeholderDescriptions } from './placeholder-descriptions.ts'

/** What each placeholder is for a chosen session; null: N/A. Undefined while none is chosen. */
export type PlaceholderValues = Record<string, string | null> | undefined

export const groups = Object.entries(placeholderGroups)

const all = groups.flatMap(([group, names]) => names.map((name) => ({ name, group })))

/** The placeholders as the editor of prompts knows them. */
export const placeholderNames = (values: PlaceholderValues): Placeholders => ({
  find: findPlaceholders,
  all,
  explain: (name) =>
    isPlaceholder(name)
      ? { what: placeholderDescriptions[name], ...(values && { now: values[name] ?? 'N/A' }) }
      : { what: 'Unknown placeholder.' },
})
