import { expandRecurringEvent, sync, type VEvent } from 'node-ical'
import { addDays, type CalendarDay, isTimeZone, startOfDay } from '#contract/rules/calendar.ts'
import type { Span } from '../agenda.ts'

export type CalendarRequest = {
  text: string
  /** Of whole days, and of times without a zone. */
  timeZone: string
  from: number
  until: number
  /** Whether whole days block. */
  countsAllDay: boolean
  /** Whether entries marked as free block. */
  countsFree: boolean
}

/** The message says what is wrong with the calendar, without anything of its content but the name of a time zone. */
export class UnreadableCalendar extends Error {}

/** Times that a calendar declares busy between `from` and `until`, in order and without overlaps. */
export function findBusySpans(request: CalendarRequest): Span[] {
  const { from, until, timeZone, countsAllDay, countsFree } = request
  const spans = parseEvents(request)
    .filter((event) => !isOurs(event))
    .flatMap((event) => expandRecurringEvent(event, rangeOf(request)))
    .filter(({ event, isFullDay }) => !isCancelled(event) && (countsAllDay || !isFullDay))
    .filter(({ event }) => countsFree || !isFree(event))
    .map(({ start, end, isFullDay }) => ({
      startsAt: isFullDay ? startOfDay(dayOf(start), timeZone).getTime() : start.getTime(),
      endsAt: isFullDay ? startOfDay(dayOf(end), timeZone).getTime() : end.getTime(),
    }))
    .map((it) => ({ startsAt: Math.max(from, it.startsAt), endsAt: Math.min(until, it.endsAt) }))
    .filter(({ startsAt, endsAt }) => startsAt < endsAt)
  return merge(spans)
}

/** A day more on either side, because whole days are compared in the time zone of this machine. */
const rangeOf = ({ from, until }: CalendarRequest) => ({
  from: new Date(from - dayMs),
  to: new Date(until + dayMs),
  expandOngoing: true,
})
const dayMs = 24 * 3_600_000

function merge(spans: readonly Span[]) {
  const merged: Span[] = []
  for (const span of spans.toSorted((one, other) => one.startsAt - other.startsAt)) {
    const last = merged.at(-1)
    if (last && span.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt)
    else merged.push({ ...span })
  }
  return merged
}

type Event = Omit<VEvent, 'recurrences'>

/** Of a session: an invitation that the coach accepted must not keep the session from being moved. */
const isOurs = ({ uid }: Event) => /^[\da-f-]{36}@maylab$/i.test(String(uid))
const isCancelled = ({ status }: Event) => String(status).toUpperCase() === 'CANCELLED'
const isFree = (event: Event) =>
  String(event.transparency).toUpperCase() === 'TRANSPARENT' ||
  (event as { 'MICROSOFT-CDO-BUSYSTATUS'?: unknown })['MICROSOFT-CDO-BUSYSTATUS'] === 'FREE'

/** Of a whole day, which the library puts at midnight of this machine. */
function dayOf(at: Date): CalendarDay {
  const midnight = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
  return addDays('1970-01-01', midnight / dayMs)
}

function parseEvents({ text, timeZone }: CalendarRequest) {
  if (!/^BEGIN:VCALENDAR/im.test(text))
    throw new UnreadableCalendar('The address does not lead to a calendar.')
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, '')
  if (/^RRULE[^\n]*FREQ=(?:SECONDLY|MINUTELY)/im.test(unfolded))
    throw new UnreadableCalendar('The calendar repeats something every minute or second.')
  const calendar = sync.parseICS(nameZones(unfolded, timeZone))
  return Object.values(calendar).filter((it): it is VEvent => it?.type === 'VEVENT')
}

const unknownZone = (name: string) =>
  new UnreadableCalendar(`The calendar uses an unknown time zone (${name.slice(0, 60)}).`)

const timed =
  /^(?<name>DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?<parameters>(?:;(?:"[^"]*"|[^":;])+)*):(?<value>.*)$/i

/** Names zones as IANA does, and gives times without a zone the coach's. */
function nameZones(text: string, timeZone: string) {
  const zones = new Map<string, string>()
  function nameZone(zone: string) {
    const name = zones.get(zone) ?? findZone(zone, text)
    if (name === undefined) throw unknownZone(zone)
    zones.set(zone, name)
    return name
  }
  let isInZone = false
  return text
    .replaceAll(/TZID=tzone:\/\/Microsoft\/Utc:/gi, 'TZID=Etc/UTC:')
    .replaceAll(/TZID=(tzone:\/\/[^:"]+):/gi, 'TZID="$1":')
    .split(/\r?\n/)
    .map((line) => {
      if (/^(?:BEGIN|END):VTIMEZONE/i.test(line)) isInZone = /^BEGIN/i.test(line)
      const { name, parameters = '', value = '' } = (!isInZone && timed.exec(line)?.groups) || {}
      if (!name) return line
      const zone = /;TZID=(?:"([^"]*)"|([^;]*))/i.exec(parameters)
      const others = parameters.replace(/;TZID=(?:"[^"]*"|[^;]*)/i, '')
      if (zone) return `${name};TZID=${nameZone(zone[1] ?? zone[2] ?? '')}${others}:${value}`
      const isFloating = /^\d{8}T\d{6}(?:,|$)/.test(value.trim())
      return isFloating ? `${name};TZID=${timeZone}${parameters}:${value}` : line
    })
    .join('\r\n')
}

/** What the library looks up by the offsets that the calendar defines. */
const customZone = 'Customized Time Zone'

/** The IANA name of a zone with a name of IANA, Windows or the calendar's own. */
function findZone(zone: string, text: string) {
  if (isTimeZone(zone)) return zone
  const isCustom = /^(?:Customized Time Zone|tzone:)/.test(zone)
  const named = isCustom ? undefined : readZone([], zone)
  const definitions = text.match(/^BEGIN:VTIMEZONE[\s\S]*?^END:VTIMEZONE/gim) ?? []
  const own = definitions.find((it) => it.split(/\r?\n/).includes(`TZID:${zone}`))
  if (named || !own) return named
  return readZone([own.replace(`TZID:${zone}`, () => `TZID:${customZone}`)], customZone)
}

/* oxlint-disable no-console -- its warnings are the only sign */
/** The name that the library finds; it warns where it takes the zone of this machine instead. */
function readZone(definition: readonly string[], zone: string) {
  const warn = console.warn
  let isFound = true
  console.warn = () => (isFound = false)
  try {
    const [event] = Object.values(
      sync.parseICS(
        [
          ...['BEGIN:VCALENDAR', ...definition, 'BEGIN:VEVENT', 'UID:1'],
          ...[`DTSTART;TZID="${zone}":20270115T120000`, 'END:VEVENT', 'END:VCALENDAR'],
        ].join('\r\n'),
      ),
    ).filter((it) => it?.type === 'VEVENT')
    const name = (event as VEvent | undefined)?.start.tz
    return isFound && name !== undefined && isTimeZone(name) ? name : undefined
  } finally {
    console.warn = warn
  }
}
/* oxlint-enable no-console */
