import { timeOfDay } from '#contract/rules/calendar.ts'

/** Day and time in a time zone, with the UTC offset to be unambiguous when clocks change. */
export function formatWhen(at: Date, timeZone: string) {
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })
  const offset = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return {
    day: day.format(at),
    time: `${timeOfDay(at, timeZone)} (${offset?.replace(/[+]0$/, '')})`,
  }
}
