import { type KeyboardEvent, useState } from 'react'
import { firstStop, nextStop, type Stop } from './week-stops.ts'

const isSame = (a: Stop, b: Stop | undefined) => a.row === b?.row && a.week === b.week

/** For the week buttons of a grid: Tab leads to one of them, arrow keys to the others. */
export function useWeekWalk(stops: readonly Stop[], currentWeek: number) {
  const [visited, setVisited] = useState<Stop>()
  const tabStop = stops.find((it) => isSame(it, visited)) ?? firstStop(stops, currentWeek)
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
