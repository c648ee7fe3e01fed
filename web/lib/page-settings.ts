import { isTimeZone } from '#contract/calendar.ts'

/** What the server puts into the page of its settings. */
export const pageSetting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The product's name. */
export const brandName = pageSetting('application-name') || 'Maylab'

/** In which the days and weeks of plans are counted, wherever the reader is; UTC in a browser that does not know it. */
export const timeZone = isTimeZone(pageSetting('time-zone')) ? pageSetting('time-zone') : 'UTC'
