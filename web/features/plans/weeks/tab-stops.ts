import { type KeyboardEvent, useState } from 'react'
import type { Weeks } from './week-grid.tsx'

export type Stop = { row: number; week: number }

const byWeek = (a: Stop, b: Stop) => a.week - b.week

/** Where an arrow key moves the focus: to the next button of the row, or the nearest of another row. */
export function nextStop<T extends Stop>(stops: readonly T[], from: Stop, key: string) {
  const row = stops.filter((it) => it.row === from.row).toSorted(byWeek)
  switch (key) {
    case 'ArrowRight':
      return row.find((it) => it.week > from.week)
    case 'ArrowLeft':
      return row.findLast((it) => it.week < from.week)
    case 'Home':
      return row[0]
    case 'End':
      return row.at(-1)
    case 'ArrowDown':
      return nearest(
        stops.filter((it) => it.row > from.row),
        from,
      )
    case 'ArrowUp':
      return nearest(
        stops.filter((it) => it.row < from.row),
        from,
      )
    default:
      return undefined
  }
}

/** The initial tab stop: the button nearest to the current week. */
export const firstStop = (stops: readonly Stop[], currentWeek: number) =>
  closest(stops, (it) => Math.abs(it.week - currentWeek) * rowsPerWeek + it.row)

const nearest = <T extends Stop>(stops: readonly T[], from: Stop) =>
  closest(stops, (it) => Math.abs(it.row - from.row) * weeksPerRow + Math.abs(it.week - from.week))

const closest = <T extends Stop>(stops: readonly T[], distance: (stop: T) => number) =>
  stops.toSorted((a, b) => distance(a) - distance(b))[0]

/** More than any plan has, so that one distance outweighs the other. */
const rowsPerWeek = 10_000
const weeksPerRow = 10_000

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
