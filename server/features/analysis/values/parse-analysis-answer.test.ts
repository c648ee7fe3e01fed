import { describe, expect, test } from 'vitest'
import { parseAnalysisAnswer } from './parse-analysis-answer.ts'

describe('an answer', () => {
  test.each([
    ['no JSON', 'Stress is eighty.'],
    ['another form', '{"stress":80}'],
    ['a value that is none', '{"values":[{"key":"a","value":"eighty","quotes":[]}]}'],
    ['a figure beyond all bounds', '{"values":[{"key":"a","value":1e300,"quotes":[]}]}'],
  ])('of %s is none', (_what, text) => {
    expect(parseAnalysisAnswer('metric_extraction', text)).toBeUndefined()
    expect(parseAnalysisAnswer('burnout_assessment', text)).toBeUndefined()
  })
  test('of a risk has its reasons, and what protects', () => {
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
