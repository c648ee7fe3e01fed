import { expect, test } from 'vitest'
import { coachNotice, sentNotice } from './coach-notice.ts'

const coachName = 'Thomas Berg'

test.each([
  [{ isCoachNotified: null, isCoachActive: true }, /sent to Thomas Berg\. You’ll go through them/],
  [{ isCoachNotified: true, isCoachActive: true }, /sent to Thomas Berg, with a message/],
  [{ isCoachNotified: false, isCoachActive: true }, /no email could be sent. Thomas Berg will see/],
  [
    { isCoachNotified: false, isCoachActive: false },
    /Thomas Berg is away at the moment, so nobody/,
  ],
])('after sending, the notice says whether the coach was notified: %o', (notified, words) => {
  expect(sentNotice({ coachName, ...notified })).toMatch(words)
})

test('without a coach the notice says that nobody was notified', () => {
  const nobody = { coachName: null, isCoachNotified: false, isCoachActive: false }
  for (const notice of [sentNotice(nobody), coachNotice(nobody)])
    expect(notice).toContain('You don’t have a coach at the moment, so nobody has been notified.')
  expect(sentNotice({ ...nobody, isCoachNotified: null })).not.toContain('coach')
})

test('before sending, the notice does not say that the answers were sent', () => {
  for (const isCoachNotified of [null, true, false])
    for (const isCoachActive of [true, false])
      expect(coachNotice({ coachName, isCoachNotified, isCoachActive })).not.toMatch(
        /answers|sent to/,
      )
})
