import { expect, test } from 'vitest'
import type { CheckOutcome } from '#contract/prompts/template-checks.ts'
import { lastCheckBadge, formatCheckSummary } from './check-format.ts'

const check = (...outcomes: CheckOutcome[]) => ({
  transcripts: outcomes.map((outcome, index) => ({
    name: `${index}`,
    active: null,
    present: {
      ...{ outcome, failures: [], answer: '', executionTimeMs: 1, tokensUsed: null },
      isEarlier: false,
    },
  })),
})

test.each([
  [check('passed'), 'The golden transcript passed.'],
  [check('passed', 'passed'), 'All 2 golden transcripts passed.'],
  [check('failed', 'passed'), '1 of 2 golden transcripts failed.'],
  [
    check('failed', 'unanswered'),
    '1 of 2 golden transcripts failed. 1 of 2 got no answer, so the prompt wasn’t tested on them.',
  ],
  [check('unanswered'), '1 of 1 got no answer, so the prompt wasn’t tested on them.'],
])('a check is summarized in a sentence', (it, sentence) =>
  expect(formatCheckSummary(it)).toBe(sentence),
)

const last = {
  ranAt: '',
  isCurrentVersion: true,
  isPassed: true,
  total: 2,
  failed: 0,
  unanswered: 0,
}
test.each([
  [null, undefined],
  [last, 'Passed'],
  [{ ...last, failed: 1, isPassed: false }, '1 failed'],
  [{ ...last, unanswered: 2, isPassed: false }, 'No answer'],
  [{ ...last, unanswered: 1 }, 'No answer'],
  [{ ...last, isCurrentVersion: false }, 'Other text'],
])('the badge of the latest check %j is %s', (it, label) =>
  expect(lastCheckBadge(it)?.label).toBe(label),
)
