import { describe, expect, test } from 'vitest'
import { parseAnalysisAnswer } from './parse-analysis-answer.ts'

describe('an answer', () => {
  test.each([
    ['no JSON', 'Stress is eighty.'],
    ['another form', '{"stress":80}'],
    ['an invalid value', '{"values":[{"key":"a","value":"eighty","quotes":[]}]}'],
    ['a number out of bounds', '{"values":[{"key":"a","value":1e300,"quotes":[]}]}'],
  ])('with %s is unreadable', (_what, text) => {
    expect(parseAnalysisAnswer('metric_extraction', text)).toBeUndefined()
    expect(parseAnalysisAnswer('burnout_assessment', text)).toBeUndefined()
  })
  test('about risk has its reasons and protective factors', () => {
    const told = { reason: 'Long evenings', quote: 'I answer mails until ten' }
    expect(
      parseAnalysisAnswer(
        'burnout_assessment',
        JSON.stringify({
          riskScore: 55,
          reasons: [told],
          protective: [{ ...told, reason: 'A sister' }],
        }),
      ),
    ).toEqual([
      {
        ...{ key: 'riskScore', value: 55 },
        quotes: [
          { text: told.quote, reason: 'Long evenings', isProtective: false },
          { text: told.quote, reason: 'A sister', isProtective: true },
        ],
      },
    ])
  })
})
