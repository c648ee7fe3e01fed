import { z } from 'zod'
import { line } from '../bounds.ts'
import { addDays, calendarDay, minutesOfDay, timeOfDay, toInstant } from './calendar.ts'

/** Monday first; numbered as in `Date`, where Sunday is 0. */
export const weekdays = [
  { day: 1, name: 'Monday' },
  { day: 2, name: 'Tuesday' },
  { day: 3, name: 'Wednesday' },
  { day: 4, name: 'Thursday' },
  { day: 5, name: 'Friday' },
  { day: 6, name: 'Saturday' },
  { day: 0, name: 'Sunday' },
] as const

const clock = (error: string) => line(5).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, error)

/** When sessions usually take place, in the time zone of the installation. */
export const workingHours = z
  .object({
    days: z
      .array(z.number().int().min(0).max(6))
      .min(1, 'Choose at least one day')
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'Each day can be chosen once')
      .transform((days) =>
        weekdays.map(({ day }) => day as number).filter((it) => days.includes(it)),
      ),
    from: clock('The first hour is a time such as 08:00'),
    to: clock('The last hour is a time such as 18:00'),
  })
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    error: 'The working day must end after it begins',
  })
export type WorkingHours = z.output<typeof workingHours>

const formatHour = (time: string) => timeOfDay(new Date(`1970-01-01T${time}Z`), 'UTC')
const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether an instant is within the working hours; their end is exclusive. */
export function isInWorkingHours({ days, from, to }: WorkingHours, at: Date, timeZone: string) {
  const minutes = minutesOfDay(at, timeZone)
  return (
    days.includes(new Date(calendarDay(at, timeZone)).getUTCDay()) &&
    minutes >= minutesIn(from) &&
    minutes < minutesIn(to)
  )
}

/** The instant if it is within the working hours, else their next start. */
export function nextWithin(hours: WorkingHours, at: Date, timeZone: string) {
  if (isInWorkingHours(hours, at, timeZone)) return at
  const today = calendarDay(at, timeZone)
  // A clock change may skip a start, so a second week is searched.
  for (let ahead = 0; ahead <= 14; ahead++) {
    const begins = toInstant(addDays(today, ahead), minutesIn(hours.from), timeZone)
    if (begins >= at && isInWorkingHours(hours, begins, timeZone)) return begins
  }
  return at
}

/** "Monday to Friday, 8:00 AM–6:00 PM" */
export function formatWorkingHours({ days, from, to }: WorkingHours) {
  const places = weekdays.flatMap(({ day }, place) => (days.includes(day) ? [place] : []))
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  const name = (place: number) => weekdays[place]?.name ?? ''
  const isRow = places.length > 2 && last - first === places.length - 1
  const named = isRow ? `${name(first)} to ${name(last)}` : places.map(name).join(', ')
  return `${places.length === 7 ? 'Every day' : named}, ${formatHour(from)}–${formatHour(to)}`
}
