import { useMemo, useState } from 'react'
import type { Segment } from '#contract/transcriptions.ts'
import { findPlaces, type Place, unsurePlaces } from './find-places.ts'

const none: readonly Place[] = []

/** What is searched in a transcript, where that is, and at which place one looks; the same for its unsure words. */
export function useTranscriptPlaces(segments: readonly Segment[]) {
  const [searched, setSearched] = useState('')
  const [current, setCurrent] = useState<{ of: 'found' | 'unsure'; index: number } | null>(null)
  const found = useMemo(
    () => (searched.trim() ? findPlaces(segments, searched) : none),
    [segments, searched],
  )
  const unsure = useMemo(() => unsurePlaces(segments), [segments])
  const places = { found, unsure }
  /** To the next place or the one before, round and round; answers it. */
  const step = (of: 'found' | 'unsure', by: 1 | -1) => {
    const { length } = places[of]
    if (!length) return undefined
    const from = current?.of === of ? current.index : by === 1 ? -1 : 0
    const index = (from + by + length) % length
    setCurrent({ of, index })
    return places[of][index]
  }
  return {
    searched,
    search: (text: string) => {
      setSearched(text)
      setCurrent(null)
    },
    found,
    unsure,
    current,
    at: current && places[current.of][current.index],
    step,
    /** As one who came there by other ways. */
    stand: (of: 'found' | 'unsure', index: number) => setCurrent({ of, index }),
  }
}
export type TranscriptPlaces = ReturnType<typeof useTranscriptPlaces>
