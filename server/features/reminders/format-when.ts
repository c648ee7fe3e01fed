import { timeOfDay } from '#contract/calendar.ts'

/** Day and time in a time zone, with the UTC offset to be unambiguous when clocks change. */
export function formatWhen(at: Date, timeZone: string) {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })
  const offset = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return {
    day: day.format(at).replace(',', ''),
    time: `${timeOfDay(at, timeZone)} (${offset?.replace(/[+]0$/, '')})`,
  }
}
