import { nextWithin, workingHours as schema } from '#contract/rules/working-hours.ts'
import { parseJson } from './api.ts'
import { nextFullHour } from './dates.ts'
import { timeZone, pageSetting } from './page-settings.ts'

/** When sessions usually take place, if known. */
export const workingHours = schema.safeParse(parseJson(pageSetting('working-hours'))).data

/** The next full hour within them, in the reader's time zone. */
export const nextWorkingHour = (now: Date) => {
  const next = nextFullHour(now)
  return workingHours ? nextWithin(workingHours, next, timeZone) : next
}
