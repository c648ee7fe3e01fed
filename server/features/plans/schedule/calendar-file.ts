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
  /** A digital session with a room: the entry leads to it. */
  isJoinable?: boolean
  /** Of a physical session; not in feeds, which others may read. */
  place?: string | null
}

/** Colleagues read calendars, too. */
export const neutralTitle = 'Appointment'

/** A calendar file with one session (RFC 5545). */
export const renderCalendarFile = (session: CalendarSession, origin: string) =>
  renderCalendar([session], origin, session.method ? [`METHOD:${session.method}`] : [])

/** What a calendar app reads again every hour. Without a name some would show the address, which is secret. */
export const renderCalendarFeed = (sessions: readonly CalendarSession[], origin: string) =>
  renderCalendar(sessions, origin, [
    'METHOD:PUBLISH',
    'NAME:Appointments',
    'X-WR-CALNAME:Appointments',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])

/** The page that leads into the room of a session, after signing in. */
export const joinUrl = (origin: string, sessionId: string) => `${origin}/j/${sessionId}`

const renderCalendar = (
  sessions: readonly CalendarSession[],
  origin: string,
  properties: readonly string[],
) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maylab//Sessions//EN',
    'CALSCALE:GREGORIAN',
    ...properties,
    ...sessions.flatMap((it) => renderEvent(it, origin)),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')

/** Its UID never changes, not even with the address of the installation: calendars know the session by it. */
function renderEvent(session: CalendarSession, origin: string) {
  const { id, sessionDate, durationMinutes, sequence, changedAt, method } = session
  const { title = neutralTitle, isJoinable = false, place } = session
  const url = joinUrl(origin, id)
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
    ...(isJoinable ? [`URL:${url}`, `LOCATION:${escapeText(url)}`] : []),
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
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
