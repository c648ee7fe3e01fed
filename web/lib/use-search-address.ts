import { useEffect, useState } from 'react'
import { paging } from '#contract/paging.ts'
import { useAddress } from './address.ts'

/** Milliseconds without a key before a search begins. */
export const restMs = 250

const search = paging.pick({ q: true })

/** A search text that stands in the URL as `q`: `text` is what is typed, `q` what is searched for. */
export function useSearchAddress() {
  const { values, change } = useAddress(search)
  const { q = '' } = values
  const [text, setText] = useState(q)
  const [followed, setFollowed] = useState(q)
  // Back and forward change the address without the field.
  if (followed !== q) {
    setFollowed(q)
    if (text.trim() !== q) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => change({ q: text.trim() }), restMs)
    return () => clearTimeout(timer)
  }, [text, q, change])
  return { q, text, setText }
}
