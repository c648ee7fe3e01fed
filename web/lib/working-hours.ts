import { nextWithin, workingHours as schema } from '#contract/working-hours.ts'
import { nextFullHour } from './dates.ts'
import { timeZone, pageSetting } from './page-settings.ts'

/** When sessions usually take place, if known. */
export const workingHours = read(pageSetting('working-hours'))

function read(text: string) {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The next full hour within them, in the reader's time zone. */
export const nextWorkingHour = (now: Date) => {
  const next = nextFullHour(now)
  return workingHours ? nextWithin(workingHours, next, timeZone) : next
}
