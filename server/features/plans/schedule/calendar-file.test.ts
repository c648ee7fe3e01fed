import { describe, expect, test } from 'vitest'
import { addressCalendarFile, type CalendarSession, renderCalendarFile } from './calendar-file.ts'

const session = {
  id: '01930000-0000-7000-8000-00000000abcd',
  sessionDate: '2026-11-28T13:00:00.000Z',
  durationMinutes: 50,
  sequence: 2,
  changedAt: '2026-11-22T09:30:15.123Z',
}
const render = (change: Partial<CalendarSession> = {}) =>
  renderCalendarFile({ ...session, ...change }, 'https://care.example')
const linesOf = (title: string) => render({ title }).split('\r\n')
/** Parses a calendar file: unfolds lines and unescapes text. */
const summaryOf = (title: string) =>
  render({ title })
    .replaceAll('\r\n ', '')
    .match(/^SUMMARY:(.*)$/m)?.[1]
    ?.trim()

test('a calendar file has the session in UTC, a stable UID and a sequence number', () => {
  expect(render()).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Maylab//Sessions//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:01930000-0000-7000-8000-00000000abcd@maylab',
      'SEQUENCE:2',
      'DTSTAMP:20261122T093015Z',
      'LAST-MODIFIED:20261122T093015Z',
      'DTSTART:20261128T130000Z',
      'DTEND:20261128T135000Z',
      'SUMMARY:Appointment',
      'CLASS:PRIVATE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('a digital session with a room leads to the page from which it is joined', () => {
  const url = `https://care.example/j/${session.id}`
  const file = render({ isJoinable: true }).replaceAll('\r\n ', '')
  expect(file).toContain(`\r\nURL:${url}\r\nLOCATION:${url}\r\n`)
  expect(render()).not.toMatch(/^(URL|LOCATION):/m)
  expect(render({ place: 'Bristol, room 3' })).toContain('\r\nLOCATION:Bristol\\, room 3\r\n')
})

test('an email of a cancellation names its sender and recipient in the entry', () => {
  const recipient = `${'a'.repeat(64)}@${'b'.repeat(60)}.example`
  const file = addressCalendarFile(render({ title: 'END:VEVENT', method: 'CANCEL' }), {
    from: 'care@maylab.test',
    to: recipient,
  })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '').split('\r\n').slice(-7)).toEqual([
    'CLASS:PRIVATE',
    'STATUS:CANCELLED',
    'ORGANIZER:mailto:care@maylab.test',
    `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${recipient}`,
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ])
})

describe('a title', () => {
  test('with special characters is escaped', () => {
    expect(summaryOf('Berg, Thomas; Dr. \\ MD')).toBe('Berg\\, Thomas\\; Dr. \\\\ MD')
    expect(summaryOf('Thomas\r\nATTENDEE:mailto:x@y.z')).toBe('Thomas\\nATTENDEE:mailto:x@y.z')
    expect(linesOf('Thomas\nATTENDEE:x').some((line) => line.startsWith('ATTENDEE'))).toBe(false)
  })

  test.each([
    'x'.repeat(200),
    'Å'.repeat(150),
    '語'.repeat(90),
    'ab👩‍👩‍👧'.repeat(30),
    `${'æ'.repeat(80)}🌿`,
  ])('that is long is folded between characters, at 75 octets: %s', (name) => {
    for (const line of linesOf(name)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(linesOf(name).join('')).not.toContain('\uFFFD')
    expect(summaryOf(name)).toBe(name)
    expect(render({ title: name })).not.toMatch(/[^\r]\n/)
  })
})
