import { describe, expect, test } from 'vitest'
import { canJoin, joinAddressError, joinHosts } from './join-address.ts'

describe('a join address', () => {
  test.each([
    'https://zoom.us/j/123?pwd=x',
    'https://eu01web.zoom.us/j/123',
    'https://teams.microsoft.com/l/meetup-join/1',
    'https://meet.google.com/abc-defg-hij',
    'https://whereby.com/anna',
    'https://meet.example.com/room',
  ])('may be %s', (address) => {
    expect(joinAddressError(address, ['meet.example.com'])).toBeUndefined()
  })
  test.each([
    'http://zoom.us/j/1',
    'javascript:alert(1)',
    'https:zoom.us',
    'https://zoom.us.evil.example/j/1',
    'https://evilzoom.us/j/1',
    'https://x@zoom.us/j/1',
    'https://zoom.us:8443/j/1',
    'zoom.us/j/1',
    'https://',
    '//zoom.us',
  ])('may not be %s', (address) => {
    expect(joinAddressError(address, [])).toBeTypeOf('string')
  })
})

test.each(['https://meet.example.com', 'localhost', '127.0.0.1', 'a b.com', '*.example.com'])(
  'an allowed host may not be %s',
  (host) => {
    expect(joinHosts.safeParse([host]).success).toBe(false)
  },
)

test('a session can be joined from 15 minutes before until its end', () => {
  const session = { sessionDate: '2026-12-01T10:00:00Z', durationMinutes: 50 }
  const isOpen = (time: string) => canJoin(session, Date.parse(`2026-12-01T${time}Z`))
  expect(['09:44:59', '09:45:00', '10:49:59', '10:50:00'].map(isOpen)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
