import { useSearchParams } from 'react-router'
import { type WeekRange, weekRanges } from '#contract/weeks.ts'

/** What of a plan is shown stands in the URL: the range of weeks, and the sessions that the drawer lists. */
export function usePlanAddress() {
  const [search, setSearch] = useSearchParams()
  const change = (values: Record<string, string | undefined>, replace = false) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values))
          if (value === undefined) after.delete(name)
          else after.set(name, value)
        return after
      },
      { replace, preventScrollReset: true },
    )
  return {
    range: weekRanges.find((it) => String(it) === search.get('weeks')) ?? 'all',
    setRange: (range: WeekRange) =>
      change({ weeks: range === 'all' ? undefined : String(range) }, true),
    week: Number(search.get('week')) || undefined,
    typeId: search.get('type') ?? undefined,
    sessionId: search.get('session') ?? undefined,
    openWeek: (week: number, typeId: string) =>
      change({ week: String(week), type: typeId, session: undefined }),
    // From one session to the next within the drawer is no step to go back to; opening the drawer is one.
    openSession: (sessionId: string) =>
      change({ session: sessionId }, search.has('week') || search.has('session')),
    closeDrawer: () =>
      change({ week: undefined, type: undefined, session: undefined, tab: undefined }),
  }
}
