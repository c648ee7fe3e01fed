import { timeOfDay } from '#contract/clock.ts'

/** A day and a time as somebody's clock shows them, with how far it is from UTC: clear on a day on which it is changed too. */
export function formatWhen(at: Date, timeZone: string) {
  const day = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'long', day: 'numeric', month: 'long' },
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })
  const offset = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return {
    day: day.format(at).replace(',', ''),
    time: `${timeOfDay(at, timeZone)} (${offset?.replace(/[+]0$/, '')})`,
  }
}
