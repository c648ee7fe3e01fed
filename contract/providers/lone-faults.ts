import type { ProviderForm } from './fields.ts'

/** What is wrong with fields that are filled in together or not at all: a sentence for each that was left out. */
export function loneFaults(
  { fields, together = [] }: ProviderForm,
  valueOf: (name: string) => string | undefined,
): [name: string, fault: string][] {
  const isGiven = (name: string) => Boolean(valueOf(name)?.trim())
  const given = together.filter(isGiven)
  if (!given.length) return []
  const labels = (names: readonly string[]) => names.map((it) => fields[it]?.label).join(' and ')
  return together
    .filter((it) => !isGiven(it))
    .map((it) => [it, `${labels([it])} is required with ${labels(given)}`])
}
