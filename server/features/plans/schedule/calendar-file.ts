export type CalendarSession = {
  id: string
  sessionDate: string
  durationMinutes: number
  /** Calendars accept only higher ones: one less than the version of the date. */
  sequence: number
  /** When it was planned, moved or cancelled last. */
  changedAt: string
  /** Undefined: a file that the user saves. */
  method?: 'REQUEST' | 'CANCEL'
  title?: string
  /** The page that leads into the room of a digital session. */
  joinUrl?: string
}

/** Colleagues read calendars, too. */
export const neutralTitle = 'Appointment'

/** A calendar file with one session (RFC 5545). */
export const renderCalendarFile = (session: CalendarSession) =>
  renderCalendar([session], session.method ? [`METHOD:${session.method}`] : [])

/** What a calendar app reads again every hour. Without a name some would show the address, which is secret. */
export const renderCalendarFeed = (sessions: readonly CalendarSession[]) =>
  renderCalendar(sessions, [
    'METHOD:PUBLISH',
    'NAME:Appointments',
    'X-WR-CALNAME:Appointments',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])

const renderCalendar = (sessions: readonly CalendarSession[], properties: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maylab//Sessions//EN',
    'CALSCALE:GREGORIAN',
    ...properties,
    ...sessions.flatMap(renderEvent),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')

/** Its UID never changes, not even with the address of the installation: calendars know the session by it. */
function renderEvent({
  id,
  sessionDate,
  durationMinutes,
  sequence,
  changedAt,
  method,
  title = neutralTitle,
  joinUrl,
}: CalendarSession) {
  const start = new Date(sessionDate)
  const changed = formatUtc(new Date(changedAt))
  return [
    'BEGIN:VEVENT',
    `UID:${id}@maylab`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART:${formatUtc(start)}`,
    `DTEND:${formatUtc(new Date(start.getTime() + durationMinutes * 60_000))}`,
    `SUMMARY:${escapeText(title)}`,
    ...(joinUrl ? [`URL:${joinUrl}`, `LOCATION:${escapeText(joinUrl)}`] : []),
    'CLASS:PRIVATE',
    ...(method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
}

/**
 * The file as part of an email, which names its sender and recipient (RFC 5546, section 3.2): otherwise calendars neither
 * move nor remove the entry.
 */
export function addressCalendarFile(file: string, { from, to }: { from: string; to: string }) {
  const people = [`ORGANIZER:mailto:${from}`, `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${to}`]
  return file.replace('\r\nEND:VEVENT', () =>
    ['', ...people.map(foldLine), 'END:VEVENT'].join('\r\n'),
  )
}

/** 20261128T130000Z */
const formatUtc = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** RFC 5545, section 3.3.11. */
const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)

const maxOctets = 75

/** RFC 5545, section 3.1: continuation lines begin with a space; never splits a character. */
function foldLine(line: string) {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > maxOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += more
  }
  return text
}
