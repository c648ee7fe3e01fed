import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { paging } from '#contract/paging.ts'
import { useUrlState } from './url-state.ts'
import { useDebounced } from './use-debounced.ts'

const search = paging.pick({ q: true })

/** The search in the URL as `q`, and the typed `text`. */
export function useSearchUrlState() {
  const { values, change } = useUrlState(search)
  const { q = '' } = values
  const [text, setText] = useState(q)
  const { key } = useLocation()
  const type = useNavigationType()
  const [synced, setSynced] = useState({ key, q })
  if (synced.key !== key || synced.q !== q) {
    setSynced({ key, q })
    // Back, forward and links change the URL without the field. A replaced URL is the field's own, and the user may have
    // typed on.
    if (type !== 'REPLACE' && synced.q !== q) setText(q)
  }
  const typed = text.trim()
  const debounced = useDebounced(typed)
  useEffect(() => {
    if (debounced === typed && debounced !== q) change({ q: debounced })
  }, [debounced, typed, q, change])
  return { q, text, setText }
}
