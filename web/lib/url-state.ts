import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { createStore } from './store.ts'

type Shape = z.ZodObject['shape']
export type UrlValues<S extends { shape: Shape }> = {
  [Name in keyof S['shape']]?: z.output<S['shape'][Name]>
}
type Changes<S extends { shape: Shape }> = {
  [Name in keyof S['shape']]?: string | number | undefined
}

/** The valid parts of a URL's query. */
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

/** Undefined and '' remove a part. */
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

/** The path of a page that is loading. `useNavigation` would have it only after a rendering, too late on a slow device. */
export const loadingPath = createStore<string | undefined>(undefined)

/**
 * State in the URL, validated by a schema such as an endpoint's query. A change replaces the history entry, unless it
 * is a step to go back to.
 */
export function useUrlState<S extends { shape: Shape }>(schema: S) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const values = useMemo(() => parseSearchParams(schema, search), [schema, search])
  const write = useCallback(
    (before: string, changes: Changes<S>, replace: boolean) => {
      // While another page loads, this one is still in view: a delayed search must not change or cancel that.
      if (location.pathname !== pathname || (loadingPath.get() ?? pathname) !== pathname) return
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
    /** Removes everything else. */
    replaceBy: (changes: Changes<S>) => write('', changes, true),
  }
}
