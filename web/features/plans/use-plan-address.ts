import type { WeekRange } from '#contract/rules/weeks.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { planAddress } from '#web/lib/plan-address.ts'

/** The plan's view state in the URL: the range of weeks, and the sessions that the drawer lists. */
export function usePlanAddress() {
  const { values, change } = useUrlState(planAddress)
  const { weeks: range = 'all', week, type: typeId, session: sessionId } = values
  // Opening the drawer adds a history entry; switching sessions within it does not.
  const opening = { isStep: week === undefined && sessionId === undefined }
  return {
    range,
    setRange: (next: WeekRange) => change({ weeks: next === 'all' ? '' : next }),
    week,
    typeId,
    sessionId,
    openWeek: (next: number, type: string) =>
      change({ week: next, type, session: '' }, { isStep: true }),
    openSession: (session: string) => change({ session, play: '' }, opening),
    /** The values of a session, and optionally the part of its recording to play. */
    openValues: (session: string, part?: { start: number; end: number }) =>
      change({ session, tab: 'values', play: part ? `${part.start}-${part.end}` : '' }, opening),
    openBrief: (session: string) => change({ session, tab: 'brief' }, opening),
    closeDrawer: () =>
      change({ week: '', type: '', session: '', tab: '', play: '' }, { isStep: true }),
  }
}
