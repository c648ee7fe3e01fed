import { z } from 'zod'
import { line } from '../bounds.ts'
import { timeOfDay } from './calendar.ts'

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

/** Maximum number of working ranges on one day. */
const maxRangesOfDay = 4

/** Working hours on a weekday, such as Monday from 09:00 to 12:00; the end is exclusive. */
export const weeklyRange = z
  .object({
    weekday: z.number().int().min(0).max(6),
    from: clock('Start is a time such as 08:00'),
    to: clock('End is a time such as 18:00'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'End must be after the start' })
export type WeeklyRange = z.output<typeof weeklyRange>

const positionOf = (weekday: number) => weekdays.findIndex(({ day }) => day === weekday)
const isEarlier = (one: WeeklyRange, other: WeeklyRange) =>
  positionOf(one.weekday) - positionOf(other.weekday) || (one.from < other.from ? -1 : 1)

/** The working hours of a week, Monday first; no range means no working hours. */
export const weeklyHours = z
  .array(weeklyRange)
  .max(7 * maxRangesOfDay)
  .transform((ranges) => ranges.toSorted(isEarlier))
  .refine(
    (ranges) =>
      ranges.every(
        ({ weekday, from }, index) =>
          ranges[index - 1]?.weekday !== weekday || (ranges[index - 1]?.to ?? '') <= from,
      ),
    'Hours of one day must not overlap',
  )

/** Those of the installation, as the hours of a week. */
export const toWeeklyHours = ({ days, from, to }: WorkingHours): WeeklyRange[] =>
  days.map((weekday) => ({ weekday, from, to }))

/** Minutes since midnight of a time such as 08:30. */
export const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const formatHour = (time: string) => timeOfDay(new Date(`1970-01-01T${time}Z`), 'UTC')
/** "8:00 AM–6:00 PM" */
export const formatHours = ({ from, to }: Pick<WeeklyRange, 'from' | 'to'>) =>
  `${formatHour(from)}–${formatHour(to)}`

/** "Monday to Friday, 8:00 AM–6:00 PM" */
export function formatWorkingHours({ days, from, to }: WorkingHours) {
  const places = weekdays.flatMap(({ day }, place) => (days.includes(day) ? [place] : []))
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  const name = (place: number) => weekdays[place]?.name ?? ''
  const isRow = places.length > 2 && last - first === places.length - 1
  const named = isRow ? `${name(first)} to ${name(last)}` : places.map(name).join(', ')
  return `${places.length === 7 ? 'Every day' : named}, ${formatHours({ from, to })}`
}
