import { useSearchParams } from 'react-router'
import { addressed, useSearchAddress } from './use-search-address.ts'

/**
 * The search and the filters of a list, which stand in the URL: a link or a reload shows the same rows. `q` is what is
 * searched for, `text` what is typed; a filter that is not set is ''.
 */
export function useListAddress<const Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const { q, text, setText } = useSearchAddress()
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >
  const change = (changes: Record<string, string>) =>
    setSearch(() => withFilters(addressed(), changes), { replace: true, preventScrollReset: true })
  return {
    q,
    text,
    setText,
    filters,
    setFilter: (name: Name, value: string) => change({ [name]: value }),
    setFilters: (changes: Partial<Record<Name, string>>) =>
      change(changes as Record<string, string>),
    /** Lifts the search and every filter at once. */
    clear: () => {
      setText('')
      change({ q: '', ...Object.fromEntries(names.map((name) => [name, ''])) })
    },
  }
}

/** The address after these filters changed; '' takes one out, and whatever else stands there stays. */
export function withFilters(before: URLSearchParams, changes: Record<string, string>) {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes))
    if (value) after.set(name, value)
    else after.delete(name)
  return after
}
