import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paging } from '#contract/paging.ts'
import { useUrlState } from './url-state.ts'

/** Milliseconds without typing before a search. */
export const debounceMs = 250

const search = paging.pick({ q: true })

/** The search in the URL as `q`, and the typed `text`. */
export function useSearchUrlState() {
  const { values, change } = useUrlState(search)
  const { q = '' } = values
  const [text, setText] = useState(q)
  const { key } = useLocation()
  const [synced, setSynced] = useState({ key, q })
  if (synced.key !== key || synced.q !== q) {
    setSynced({ key, q })
    // Navigation changes the URL without the field. Changes on the same entry are its own, and the user may have typed
    // on.
    if (synced.key !== key && synced.q !== q) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => change({ q: text.trim() }), debounceMs)
    return () => clearTimeout(timer)
  }, [text, q, change])
  return { q, text, setText }
}
