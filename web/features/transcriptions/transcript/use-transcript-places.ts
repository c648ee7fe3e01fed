import { useDeferredValue, useMemo, useState } from 'react'
import type { Segment } from '#contract/transcriptions.ts'
import { findPlaces, type Place, searchedLines, uncertainPlaces } from './find-places.ts'

const none: readonly Place[] = []

/** What is searched in a transcript, where that is, and at which place one looks; the same for its uncertain words. */
export function useTranscriptPlaces(segments: readonly Segment[]) {
  const [typed, setTyped] = useState('')
  // A letter is in the field at once, and is looked for right after, while the next one may come.
  const searched = useDeferredValue(typed)
  const [current, setCurrent] = useState<{ of: 'found' | 'uncertain'; index: number } | null>(null)
  const lines = useMemo(() => searchedLines(segments), [segments])
  const found = useMemo(
    () => (searched.trim() ? findPlaces(lines, searched) : none),
    [lines, searched],
  )
  const uncertain = useMemo(() => uncertainPlaces(segments), [segments])
  const places = {
    uncertain,
    // Whoever is faster than the search goes on in what it will find.
    get found() {
      return typed === searched ? found : findPlaces(lines, typed)
    },
  }
  /** To the next place or the one before, round and round; answers it. */
  const step = (of: 'found' | 'uncertain', by: 1 | -1) => {
    const them = places[of]
    const { length } = them
    if (!length) return undefined
    const from = current?.of === of ? current.index : by === 1 ? -1 : 0
    const index = (from + by + length) % length
    setCurrent({ of, index })
    return them[index]
  }
  return {
    typed,
    searched,
    search: (text: string) => {
      setTyped(text)
      setCurrent(null)
    },
    found,
    uncertain,
    current,
    at: current && places[current.of][current.index],
    step,
    /** As one who came there by other ways. */
    stand: (of: 'found' | 'uncertain', index: number) => setCurrent({ of, index }),
  }
}
export type TranscriptPlaces = ReturnType<typeof useTranscriptPlaces>
