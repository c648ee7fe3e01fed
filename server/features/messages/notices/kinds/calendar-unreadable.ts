import { isCalendarStale } from '../../../availability/calendar/calendar-state.ts'
import { definePlainNotice } from '../notice-kind.ts'

/** Of coaches; the row is the coach. */
export const calendarUnreadable = definePlainNotice({
  listTrue: async (db, { rowIds: [coachId], now }) =>
    coachId !== undefined && (await isCalendarStale(db, { coachId, now })) ? [{}] : [],
  word: () => {
    const text =
      'Your calendar could not be read for a day. Until it can, clients ask for times instead of booking them.'
    return { subject: 'Your calendar can’t be read', text, bell: text, path: '/app/hours' }
  },
})
