import { isTimeZone } from '#contract/calendar.ts'
import { stated } from './stated.ts'

/** In which the days and weeks of plans are counted, wherever the reader is; UTC in a browser that does not know it. */
export const timeZone = isTimeZone(stated('time-zone')) ? stated('time-zone') : 'UTC'
