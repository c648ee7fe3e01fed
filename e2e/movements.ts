import type { Page } from '@playwright/test'

/** The cumulative layout shift: 0 is none, 0.1 is poor. */
export const movements = (page: Page) =>
  page.evaluate(() => (window as unknown as { moved: number }).moved)
export const watchMovements = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as unknown as { moved: number }
    watched.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
