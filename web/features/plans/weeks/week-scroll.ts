import { useEffect, useRef } from 'react'

/** Marks the scroll container of a grid. */
export const weekScrollBox = { 'data-week-box': '' }
const boxesIn = (element: Element) => element.querySelectorAll<HTMLElement>('[data-week-box]')

/** Where the current week is placed, as a share of the width: more of the past than of the future is visible. */
const currentWeekAt = 0.62

/** Scrolls the grids within the returned ref to the current week, again whenever other weeks are shown. */
export function useScrollToCurrentWeek<E extends HTMLElement>(shownWeeks: string) {
  const container = useRef<E>(null)
  useEffect(() => {
    for (const box of container.current ? boxesIn(container.current) : []) {
      const now = box.querySelector<HTMLElement>('th[aria-current]')
      if (now) box.scrollLeft = now.offsetLeft - box.clientWidth * currentWeekAt
    }
  }, [shownWeeks])
  return container
}

/** Scrolls the other grids of the plan along. */
export function syncScroll(moved: HTMLElement) {
  const container = moved.closest('[data-week-boxes]')
  for (const box of container ? boxesIn(container) : [])
    if (box.scrollLeft !== moved.scrollLeft) box.scrollLeft = moved.scrollLeft
}

/** Scrolls a grid that mounts later to where the others are. */
export function alignScroll(box: HTMLElement | null) {
  const container = box?.closest('[data-week-boxes]')
  const other = container && [...boxesIn(container)].find((it) => it !== box)
  if (box && other) box.scrollLeft = other.scrollLeft
}
