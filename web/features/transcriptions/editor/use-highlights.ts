import { type RefObject, useEffect } from 'react'
import { findStarts } from '../transcript/find-places.ts'
import type { TranscriptPlaces } from '../transcript/use-transcript-places.ts'

const names = { found: 'transcript-found', current: 'transcript-current' }

/**
 * Highlights matches in the rendered lines with CSS Custom Highlights, so that no line re-renders for a search, and
 * scrolls to the current one.
 */
export function useHighlights(
  box: RefObject<HTMLElement | null>,
  { searched, found, at, current }: TranscriptPlaces,
) {
  useEffect(() => {
    const place = box.current
    if (!place || !('highlights' in CSS) || !(found.length || at)) return
    const lines = new Set(found.map(({ line }) => line))
    function paint() {
      const ranges: Range[] = []
      for (const row of place?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
        const said = lines.has(Number(row.dataset['index'])) && row.querySelector('[data-said]')
        if (said)
          ranges.push(...findStarts(said.textContent, searched).flatMap(rangeIn(said, searched)))
      }
      CSS.highlights.set(names.found, new Highlight(...ranges))
      const now = at && getRow(place, at.line)?.querySelector('[data-said]')
      const present = !now
        ? []
        : current?.of === 'uncertain'
          ? [...now.querySelectorAll('[data-uncertain]')].slice(at.nth, at.nth + 1).map(toRange)
          : findStarts(now.textContent, searched)
              .slice(at.nth, at.nth + 1)
              .flatMap(rangeIn(now, searched))
      CSS.highlights.set(names.current, new Highlight(...present))
    }
    paint()
    // A virtual list renders other lines while scrolling.
    const drawn = new MutationObserver(paint)
    drawn.observe(place, { childList: true, subtree: true })
    return () => {
      drawn.disconnect()
      for (const name of Object.values(names)) CSS.highlights.delete(name)
    }
  }, [box, searched, found, at, current])

  const line = at?.line
  useEffect(() => {
    if (line === undefined) return
    let [frames, waiting] = [0, 0]
    const bring = () => {
      const row = getRow(box.current, line)
      const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
      if (row) row.scrollIntoView({ block: 'center', behavior })
      // A virtual list renders it in a moment.
      else if (frames++ < 10) waiting = requestAnimationFrame(bring)
    }
    bring()
    return () => cancelAnimationFrame(waiting)
  }, [box, line, current])
}

const getRow = (box: HTMLElement | null, line: number) =>
  box?.querySelector(`[data-index="${line}"]`) ?? null

function toRange(element: Element) {
  const range = new Range()
  range.selectNodeContents(element)
  return range
}

/** The range of a match, which may span several text nodes. */
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
