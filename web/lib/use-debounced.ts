import { useEffect, useState } from 'react'

const debounceMs = 250

/** The text once typing pauses; an emptied one at once. */
export function useDebounced<Text extends string | undefined>(text: Text) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text ? debounceMs : 0)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
