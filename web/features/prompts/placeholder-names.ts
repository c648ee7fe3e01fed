import { isPlaceholder, placeholderGroups, findPlaceholders } from '#contract/placeholders.ts'
import type { Names } from '#web/ui/names-in-text.ts'
import { placeholderDescriptions } from './placeholder-descriptions.ts'

/** What each placeholder is for a chosen session; null: N/A. Undefined while none is chosen. */
export type PlaceholderValues = Record<string, string | null> | undefined

export const groups = Object.entries(placeholderGroups)

const all = groups.flatMap(([group, names]) => names.map((name) => ({ name, group })))

/** The placeholders as the editor of prompts knows them. */
export const placeholderNames = (values: PlaceholderValues): Names => ({
  find: findPlaceholders,
  all,
  explain: (name) =>
    isPlaceholder(name)
      ? { what: placeholderDescriptions[name], ...(values && { now: values[name] ?? 'N/A' }) }
      : { what: 'Unknown placeholder.' },
})
