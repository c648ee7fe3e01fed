import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Milliseconds without a key before a search begins. */
export const restMs = 250

/** A search text that stands in the URL as `q`: `text` is what is typed, `q` what is searched for. */
export function useSearchAddress() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [text, setText] = useState(q)
  const [followed, setFollowed] = useState(q)
  // Back and forward change the address without the field.
  if (followed !== q) {
    setFollowed(q)
    if (text.trim() !== q) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(
      () =>
        setSearch(
          () => {
            const after = addressed()
            if (text.trim()) after.set('q', text.trim())
            else after.delete('q')
            return after
          },
          { replace: true, preventScrollReset: true },
        ),
      restMs,
    )
    return () => clearTimeout(timer)
  }, [text, q, setSearch])
  return { q, text, setText }
}

/**
 * What stands in the address now. The router hands out what stood there at the last rendering, and two changes in
 * quick succession would then undo each other.
 */
export const addressed = () => new URLSearchParams(location.search)
