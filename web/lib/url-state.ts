import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'

type Shape = z.ZodObject['shape']
/** What of a schema stands in an address. */
export type UrlValues<S extends { shape: Shape }> = {
  [Name in keyof S['shape']]?: z.output<S['shape'][Name]>
}
type Changes<S extends { shape: Shape }> = {
  [Name in keyof S['shape']]?: string | number | undefined
}

/** What an address says, part by part: one that the schema does not know is not there, and spoils no other. */
export const parseSearchParams = <S extends { shape: Shape }>(
  { shape }: S,
  address: URLSearchParams,
) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, part]) => {
      const text = address.get(name)
      const { data } = text ? z.safeParse(part, text) : {}
      return data === undefined ? [] : [[name, data]]
    }),
  ) as UrlValues<S>

/** The address after these parts changed; nothing and '' take one out, and whatever else stands there stays. */
export function updateSearchParams(
  before: URLSearchParams,
  changes: Record<string, string | number | undefined>,
) {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined || value === '') after.delete(name)
    else after.set(name, String(value))
  return after
}

/**
 * What of a page stands in its address, read and written through a schema, mostly an endpoint's own query: a link or a
 * reload shows the same. A change takes the place of the last one in the history, unless it is a step to go back to.
 */
export function useUrlState<S extends { shape: Shape }>(schema: S) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const values = useMemo(() => parseSearchParams(schema, search), [schema, search])
  const write = useCallback(
    (before: string, changes: Changes<S>, replace: boolean) => {
      // By Back the address is the next page's as soon as one is on the way there, while this one still stands in view:
      // a search whose rest ends then is none of that one's.
      if (location.pathname !== pathname) return
      setSearch(updateSearchParams(new URLSearchParams(before), changes), { replace })
    },
    [setSearch, pathname],
  )
  const change = useCallback(
    (changes: Changes<S>, { isStep = false } = {}) =>
      // What stands there now. The router hands out what stood there at the last rendering, and two changes in quick
      // succession would then undo each other.
      write(location.search, changes, !isStep),
    [write],
  )
  return {
    values,
    change,
    /** Only this, and nothing of what stood there. */
    replaceBy: (changes: Changes<S>) => write('', changes, true),
  }
}
