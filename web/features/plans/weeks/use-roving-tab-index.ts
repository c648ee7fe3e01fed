import { type KeyboardEvent, useState } from 'react'
import type { Weeks } from './week-grid.tsx'
import { firstStop, nextStop, type Stop } from './tab-stops.ts'

const isSame = (a: Stop, b: Stop | undefined) => a.row === b?.row && a.week === b.week

/** Props for the week buttons of a grid: Tab reaches one of them, arrow keys the others. */
export function useRovingTabIndex(
  rows: readonly { weeks: ReadonlyMap<number, unknown> }[],
  { shown, current }: Pick<Weeks, 'shown' | 'current'>,
) {
  const [visited, setVisited] = useState<Stop>()
  const stops = rows.flatMap(({ weeks: filled }, row) =>
    shown.filter((week) => filled.has(week)).map((week) => ({ row, week })),
  )
  const tabStop = stops.find((it) => isSame(it, visited)) ?? firstStop(stops, current)
  return (at: Stop) => ({
    'data-row': at.row,
    'data-week': at.week,
    tabIndex: isSame(at, tabStop) ? 0 : -1,
    onFocus: () => setVisited(at),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const next = nextStop(stops, at, event.key)
      if (!next) return
      event.preventDefault()
      event.currentTarget
        .closest('table')
        ?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-week="${next.week}"]`)
        ?.focus()
    },
  })
}
