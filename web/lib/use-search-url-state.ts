import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paging } from '#contract/paging.ts'
import { useUrlState } from './url-state.ts'

/** Milliseconds without a key before a search begins. */
export const debounceMs = 250

const search = paging.pick({ q: true })

/** A search text that stands in the URL as `q`: `text` is what is typed, `q` what is searched for. */
export function useSearchUrlState() {
  const { values, change } = useUrlState(search)
  const { q = '' } = values
  const [text, setText] = useState(q)
  const { key } = useLocation()
  const [followed, setFollowed] = useState({ key, q })
  if (followed.key !== key || followed.q !== q) {
    setFollowed({ key, q })
    // Back, forward and links change the address without the field. What changes in place it wrote itself, and by the
    // time that it is shown somebody may have typed on.
    if (followed.key !== key && followed.q !== q) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => change({ q: text.trim() }), debounceMs)
    return () => clearTimeout(timer)
  }, [text, q, change])
  return { q, text, setText }
}
