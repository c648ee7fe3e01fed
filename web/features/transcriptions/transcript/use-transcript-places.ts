import { useDeferredValue, useMemo, useState } from 'react'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { findPlaces, type Place, searchedLines, uncertainPlaces } from './find-places.ts'

const none: readonly Place[] = []

/** The search in a transcript with its matches and the current one, and likewise its uncertain words. */
export function useTranscriptPlaces(segments: readonly Segment[]) {
  const [typed, setTyped] = useState('')
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
    // Before the deferred search has caught up, Enter uses what is typed.
    get found() {
      return typed === searched ? found : findPlaces(lines, typed)
    },
  }
  /** Moves to the next or previous place, wrapping around, and returns it. */
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
    /** Marks a place as current that was reached by focus or click. */
    stand: (of: 'found' | 'uncertain', index: number) => setCurrent({ of, index }),
  }
}
export type TranscriptPlaces = ReturnType<typeof useTranscriptPlaces>
