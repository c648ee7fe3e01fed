import { useEffect, useRef } from 'react'

/** Marks each grid's box that scrolls. */
export const weekBox = { 'data-week-box': '' }
const boxesIn = (element: Element) => element.querySelectorAll<HTMLElement>('[data-week-box]')

/** Share of the width at which the present week comes to stand: more of what was than of what is to come. */
const presentAt = 0.62

/** For the element around the grids: they begin at the present week, again whenever other weeks are shown. */
export function useScrollToPresent<E extends HTMLElement>(shownWeeks: string) {
  const around = useRef<E>(null)
  useEffect(() => {
    for (const box of around.current ? boxesIn(around.current) : []) {
      const now = box.querySelector<HTMLElement>('th[aria-current]')
      if (now) box.scrollLeft = now.offsetLeft - box.clientWidth * presentAt
    }
  }, [shownWeeks])
  return around
}

/** Grids of weeks under one another scroll as one. */
export function scrollTogether(moved: HTMLElement) {
  const around = moved.closest('[data-week-boxes]')
  for (const box of around ? boxesIn(around) : [])
    if (box.scrollLeft !== moved.scrollLeft) box.scrollLeft = moved.scrollLeft
}

/** A grid that comes later stands where the others stand. */
export function standWithOthers(box: HTMLElement | null) {
  const around = box?.closest('[data-week-boxes]')
  const other = around && [...boxesIn(around)].find((it) => it !== box)
  if (box && other) box.scrollLeft = other.scrollLeft
}
