import { describe, expect, test } from 'vitest'
import { clientMoveError, isWithinNotice } from './booking-rules.ts'

// The clock is put forward in Copenhagen in the night before: 10:00 there is 08:00Z.
const sessionDate = '2027-03-28T08:00:00Z'

test.each([
  ['2027-03-27T08:00:00Z', false],
  ['2027-03-27T08:00:00.999Z', false],
  ['2027-03-27T08:00:01Z', true],
  ['2027-03-29T08:00:00Z', true],
])('at %s the notice of 24 hours has begun: %s', (now, hasBegun) =>
  expect(isWithinNotice(sessionDate, 24, new Date(now))).toBe(hasBegun),
)

describe('a client moves a session', () => {
  const error = (movesByClient: number, now = '2027-03-20T08:00Z', clientMoves = 2) =>
    clientMoveError({
      sessionDate,
      movesByClient,
      now: new Date(now),
      noticeHours: 24,
      clientMoves,
    })

  test('at most as often as the setting says', () => {
    expect([error(0), error(1)]).toEqual([undefined, undefined])
    expect(error(2)).toBe('You have moved it 2 times. Your coach can move it again.')
    expect(error(0, undefined, 0)).toBe('Sessions can only be moved by your coach.')
  })

  test('until the notice begins', () =>
    expect(error(0, '2027-03-27T08:00:01Z')).toBe(
      'It starts in less than 24 hours, so it can only be cancelled.',
    ))
})
