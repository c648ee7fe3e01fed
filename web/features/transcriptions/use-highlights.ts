import { type RefObject, useEffect } from 'react'
import { startsOf } from './find-places.ts'
import type { TranscriptPlaces } from './use-transcript-places.ts'

const names = { found: 'transcript-found', current: 'transcript-current' }

/**
 * Colours what was found in the lines in view, and brings the present place there. The browser paints it over the text
 * (CSS Custom Highlights), so no line has to know of a search.
 */
export function useHighlights(
  box: RefObject<HTMLElement | null>,
  { searched, found, at, current }: TranscriptPlaces,
) {
  useEffect(() => {
    const lines = box.current?.querySelectorAll<HTMLElement>('[data-line]')
    const said = (line: number) => lines?.[line]?.querySelector('[data-said]') ?? null
    if ('highlights' in CSS) {
      const ranges = [...new Set(found.map(({ line }) => line))].flatMap((line) => {
        const text = said(line)
        return text ? startsOf(text.textContent, searched).flatMap(rangeIn(text, searched)) : []
      })
      CSS.highlights.set(names.found, new Highlight(...ranges))
      const now = at && said(at.line)
      const present = !now
        ? []
        : current?.of === 'unsure'
          ? [...now.querySelectorAll('[data-unsure]')].slice(at.nth, at.nth + 1).map(rangeOf)
          : startsOf(now.textContent, searched)
              .slice(at.nth, at.nth + 1)
              .flatMap(rangeIn(now, searched))
      CSS.highlights.set(names.current, new Highlight(...present))
    }
    return () => {
      if ('highlights' in CSS) for (const name of Object.values(names)) CSS.highlights.delete(name)
    }
  })
  const line = at?.line
  useEffect(() => {
    if (line === undefined) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.current
      ?.querySelectorAll('[data-line]')
      [line]?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
  }, [box, line, current])
}

function rangeOf(element: Element) {
  const range = new Range()
  range.selectNodeContents(element)
  return range
}

/** The part of a text that lies over several nodes. */
const rangeIn = (element: Element, searched: string) => (from: number) => {
  const range = new Range()
  const to = from + searched.trim().length
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let before = 0
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (from >= before && from < before + length) range.setStart(node, from - before)
    if (to > before && to <= before + length) {
      range.setEnd(node, to - before)
      return [range]
    }
    before += length
  }
  return []
}
