import { describe, expect, test } from 'vitest'
import { type Agenda, findFreeTimes, findObstacles } from './agenda.ts'

const copenhagen: Agenda = {
  timeZone: 'Europe/Copenhagen',
  hours: [1, 2, 3, 4, 5, 6, 0].flatMap((weekday) => [
    { weekday, from: '09:00', to: '10:00' },
    { weekday, from: '13:00', to: '14:00' },
  ]),
  isCoachAway: false,
  ...{ timeOff: [], busy: [], sessions: [], requested: [] },
}
const ms = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`)
const span = (startsAt: string, endsAt: string) => ({
  startsAt: ms(startsAt),
  endsAt: ms(endsAt),
})
/** The free times of some days, such as 2027-03-26T08:00. */
function freeTimes(agenda: Agenda, from: string, until: string, minutes = 60, gapMinutes = 0) {
  const search = { from: new Date(ms(from)), until: new Date(ms(until)), minutes, gapMinutes }
  return [...findFreeTimes(agenda, search)].map((at) => at.toISOString().slice(0, 16))
}

describe('working hours', () => {
  test('are what a clock at the coach shows, also on days on which it is changed', () => {
    expect(freeTimes(copenhagen, '2027-03-26', '2027-03-27')).toEqual([
      '2027-03-26T08:00',
      '2027-03-26T12:00',
    ])
    expect(freeTimes(copenhagen, '2027-03-28', '2027-03-30')).toEqual([
      ...['2027-03-28T07:00', '2027-03-28T11:00', '2027-03-29T07:00', '2027-03-29T11:00'],
    ])
  })

  test('at night skip the hour that does not exist, and have the one that is there twice', () => {
    const night = { ...copenhagen, hours: [{ weekday: 0, from: '01:00', to: '05:00' }] }
    expect(freeTimes(night, '2027-03-27T12:00', '2027-03-29')).toHaveLength(5)
    expect(freeTimes(night, '2027-10-30T12:00', '2027-11-01')).toHaveLength(9)
    const skipped = { ...copenhagen, hours: [{ weekday: 0, from: '02:00', to: '03:00' }] }
    expect(freeTimes(skipped, '2027-03-27T12:00', '2027-03-29')).toEqual([])
  })

  test('of a day that begins before that of Greenwich are offered on that day', () => {
    const auckland = {
      ...copenhagen,
      ...{ timeZone: 'Pacific/Auckland', hours: [{ weekday: 1, from: '08:00', to: '09:00' }] },
    }
    // A Monday there, a Sunday in Greenwich.
    expect(freeTimes(auckland, '2027-05-30T12:00', '2027-05-31')).toEqual(['2027-05-30T20:00'])
  })

  test('are offered every half hour, never beyond their end, and as one where they touch', () => {
    const touching = {
      ...copenhagen,
      hours: [
        { weekday: 1, from: '09:00', to: '10:00' },
        { weekday: 1, from: '10:00', to: '11:00' },
      ],
    }
    expect(freeTimes(touching, '2027-05-31', '2027-06-01', 50)).toEqual([
      ...['2027-05-31T07:00', '2027-05-31T07:30', '2027-05-31T08:00'],
    ])
    expect(freeTimes(copenhagen, '2027-05-31', '2027-06-01', 61)).toEqual([])
  })
})

describe('a time is not free', () => {
  const monday = {
    ...copenhagen,
    hours: [{ weekday: 1, from: '09:00', to: '13:00' }],
  }
  const on = (agenda: Agenda, gapMinutes = 0) =>
    freeTimes(agenda, '2027-05-31', '2027-06-01', 50, gapMinutes).map((it) => it.slice(11))

  test('during a session and the gap on either side of it', () => {
    const agenda = { ...monday, sessions: [span('2027-05-31T08:30', '2027-05-31T09:20')] }
    expect(on(agenda)).toEqual(['07:00', '07:30', '09:30', '10:00'])
    expect(on(agenda, 10)).toEqual(['07:00', '07:30', '09:30', '10:00'])
    expect(on(agenda, 15)).toEqual(['07:00', '10:00'])
  })

  test('while the own calendar is busy, without a gap', () => {
    const agenda = { ...monday, busy: [span('2027-05-31T08:30', '2027-05-31T09:30')] }
    expect(on(agenda, 30)).toEqual(['07:00', '07:30', '09:30', '10:00'])
  })

  test('on time off, and while the coach is away', () => {
    expect(on({ ...monday, timeOff: [span('2027-05-30T22:00', '2027-05-31T22:00')] })).toEqual([])
    expect(on({ ...monday, isCoachAway: true })).toEqual([])
  })

  test('before the beginning and from the end of the search', () => {
    expect(freeTimes(monday, '2027-05-31T07:10', '2027-05-31T08:30', 50)).toEqual([
      ...['2027-05-31T07:30', '2027-05-31T08:00'],
    ])
  })

  test('for reasons that are told', () => {
    const sessions = [span('2027-05-31T10:30', '2027-05-31T11:20')]
    expect(
      findObstacles({ ...monday, sessions }, span('2027-05-31T10:30', '2027-05-31T11:20')),
    ).toEqual({
      ...{ day: '2027-05-31', isCoachAway: false, isOutsideHours: true },
      ...{ timeOff: undefined, isBusy: false, isRequested: false, sessions },
    })
    expect(
      findObstacles({ ...monday, sessions }, span('2027-05-31T07:00', '2027-05-31T07:50')),
    ).toMatchObject({ isOutsideHours: false, sessions: [] })
  })
})
