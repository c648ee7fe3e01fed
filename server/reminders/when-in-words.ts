/** A day and a time as somebody's clock shows them, with how far it is from UTC: clear on a day on which it is changed too. */
export function whenInWords(at: Date, timeZone: string) {
  const day = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'long', day: 'numeric', month: 'long' },
  })
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' },
  })
  const parts = Object.fromEntries(time.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    day: day.format(at).replace(',', ''),
    time: `${parts['hour']}:${parts['minute']} (${parts['timeZoneName']?.replace(/[+]0$/, '')})`,
  }
}
