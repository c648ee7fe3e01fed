import { describe, expect, test } from 'vitest'
import { type CalendarRequest, findBusySpans } from './find-busy-spans.ts'

const from = Date.parse('2027-03-01T00:00Z')
const until = Date.parse('2027-06-01T00:00Z')

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  'UID:1@test',
  ...lines,
  'END:VEVENT',
]

function busy(text: string, choices: Partial<CalendarRequest> = {}) {
  const request = { text, timeZone: 'Europe/Copenhagen', from, until }
  return findBusySpans({ ...request, countsAllDay: true, countsFree: false, ...choices }).map(
    (it) => [it.startsAt, it.endsAt].map((at) => new Date(at).toISOString().slice(5, 16)).join(' '),
  )
}

/** As Outlook writes it. */
const romance = (name: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`],
  ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]
const weekly = (zone: string) => [
  ...event(
    ...[`DTSTART;TZID=${zone}:20270315T090000`, `DTEND;TZID=${zone}:20270315T100000`],
    ...['RRULE:FREQ=WEEKLY;COUNT=4', `EXDATE;TZID=${zone}:20270322T090000`],
  ),
  ...event(
    `RECURRENCE-ID;TZID=${zone}:20270329T090000`,
    ...[`DTSTART;TZID=${zone}:20270329T110000`, `DTEND;TZID=${zone}:20270329T120000`],
  ),
]
const expected = ['03-15T08:00 03-15T09:00', '03-29T09:00 03-29T10:00', '04-05T07:00 04-05T08:00']

describe('a series with an exception and a moved entry', () => {
  test.each([
    ['Europe/Copenhagen', []],
    ['Romance Standard Time', romance('Romance Standard Time')],
    ['Romance Standard Time', []],
    ['"(UTC+01:00) Brussels, Copenhagen, Madrid, Paris"', []],
    ['Customized Time Zone', romance('Customized Time Zone')],
    ['tzone://Microsoft/Custom', romance('tzone://Microsoft/Custom')],
    ['Our Own Zone', romance('Our Own Zone')],
  ])('is read in the zone %s, across the change of the clock', (zone, definition) => {
    expect(busy(calendar(...definition, ...weekly(zone)))).toEqual(expected)
  })

  test('is refused in a zone that nobody knows', () => {
    expect(() => busy(calendar(...weekly('Middle Earth')))).toThrow(
      'The calendar uses an unknown time zone (Middle Earth).',
    )
  })
})

test('a whole day is from midnight to midnight at the coach, its end excluded', () => {
  const day = event('DTSTART;VALUE=DATE:20270510', 'DTEND;VALUE=DATE:20270511')
  expect(busy(calendar(...day))).toEqual(['05-09T22:00 05-10T22:00'])
  expect(busy(calendar(...event('DTSTART;VALUE=DATE:20270510')))).toEqual([
    '05-09T22:00 05-10T22:00',
  ])
  expect(busy(calendar(...day), { countsAllDay: false })).toEqual([])
  const yearly = event('DTSTART;VALUE=DATE:19990510', 'RRULE:FREQ=YEARLY')
  expect(busy(calendar(...yearly))).toEqual(['05-09T22:00 05-10T22:00'])
})

test('a time without a zone is the coach’s, one with Z is exact', () => {
  const floating = event('DTSTART:20270510T090000', 'DURATION:PT1H')
  expect(
    busy(calendar(...romance('Elsewhere'), ...floating), { timeZone: 'America/New_York' }),
  ).toEqual(['05-10T13:00 05-10T14:00'])
  const exact = event('DTSTART:20270510T090000Z', 'DTEND:20270510T100000Z')
  expect(busy(calendar(...exact))).toEqual(['05-10T09:00 05-10T10:00'])
  expect(
    busy(calendar(...event('DTSTART;TZID=tzone://Microsoft/Utc:20270510T090000', 'DURATION:PT1H'))),
  ).toEqual(['05-10T09:00 05-10T10:00'])
})

test('what is cancelled, marked as free, without length, or a session of ours does not block', () => {
  const at = ['DTSTART:20270510T090000Z', 'DTEND:20270510T100000Z']
  const free = [event(...at, 'TRANSP:TRANSPARENT'), event(...at, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE')]
  const never = [
    event(...at, 'STATUS:CANCELLED'),
    event('DTSTART:20270510T090000Z'),
    ['BEGIN:VEVENT', 'UID:01930000-0000-7000-8000-00000000abcd@maylab', ...at, 'END:VEVENT'],
  ]
  for (const it of [...free, ...never]) expect(busy(calendar(...it))).toEqual([])
  for (const it of free)
    expect(busy(calendar(...it), { countsFree: true })).toEqual(['05-10T09:00 05-10T10:00'])
  for (const it of ['BUSY', 'TENTATIVE', 'OOF'])
    expect(busy(calendar(...event(...at, `X-MICROSOFT-CDO-BUSYSTATUS:${it}`)))).toHaveLength(1)
})

test('overlapping entries are one, and only the time asked about is kept', () => {
  const long = event('DTSTART:20270101T000000Z', 'DTEND:20270301T050000Z')
  const next = event('DTSTART:20270301T040000Z', 'DTEND:20270301T060000Z').map((it) =>
    it.replace('1@test', '2@test'),
  )
  expect(busy(calendar(...long, ...next))).toEqual(['03-01T00:00 03-01T06:00'])
})

test.each([
  ['<html>Sign in</html>', 'The address does not lead to a calendar.'],
  [
    calendar(...event('DTSTART:20270101T000000Z', 'RRULE:FREQ=SECONDLY')),
    'The calendar repeats something every minute or second.',
  ],
])('what cannot be read is refused with a sentence: %#', (text, fault) => {
  expect(() => busy(text)).toThrow(fault)
})
