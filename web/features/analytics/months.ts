const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const firstDay = (yearMonth: string) => new Date(`${yearMonth}-01T00:00:00Z`)

/** 'Nov' of 2026-11. */
export const shortMonth = (yearMonth: string) => month.format(firstDay(yearMonth))
/** 'Nov 2026' of 2026-11. */
export const fullMonth = (yearMonth: string) => monthAndYear.format(firstDay(yearMonth))
