import type { SelectOption } from './select-option.ts'

/** What a search found for a combobox. */
export type Found = {
  /** What is searched for; undefined while nobody looks. */
  search: (text: string | undefined) => void
  options: readonly SelectOption[]
  /** How many there are; more than are offered where there are too many. */
  match: number
  /** There are more. */
  isMatchCapped?: boolean
  isPending: boolean
  failure: string | undefined
  retry: () => void
}
