import { expect, test } from 'vitest'
import { coachNotice, sentNotice } from './coach-notice.ts'

const coachName = 'Thomas Berg'

test.each([
  [{ isCoachTold: null, isCoachAtWork: true }, /sent to Thomas Berg\. You’ll go through them/],
  [{ isCoachTold: true, isCoachAtWork: true }, /sent to Thomas Berg, with a message/],
  [{ isCoachTold: false, isCoachAtWork: true }, /no email could be sent: Thomas Berg will see/],
  [{ isCoachTold: false, isCoachAtWork: false }, /Thomas Berg is away at the moment, so nobody/],
])('after sending it is said once what the coach knows', (told, words) => {
  expect(sentNotice({ coachName, ...told })).toMatch(words)
})

test('without a coach no name is promised anything', () => {
  const nobody = { coachName: null, isCoachTold: false, isCoachAtWork: false }
  for (const notice of [sentNotice(nobody), coachNotice(nobody)])
    expect(notice).toContain('You don’t have a coach at the moment, so nobody has been notified.')
  expect(sentNotice({ ...nobody, isCoachTold: null })).not.toContain('coach')
})

test('before sending nothing says that the answers were sent', () => {
  for (const isCoachTold of [null, true, false])
    for (const isCoachAtWork of [true, false])
      expect(coachNotice({ coachName, isCoachTold, isCoachAtWork })).not.toMatch(/answers|sent to/)
})
