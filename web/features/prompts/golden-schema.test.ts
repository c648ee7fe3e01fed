import { expect, test } from 'vitest'
import { goldenFields, goldenSchema, newGolden } from './golden-schema.ts'

const filled = {
  ...newGolden,
  ...{ name: 'Calm', type: 'metric_extraction' as const, transcript: 'Speaker 1: Seven.' },
  ...{
    values: 'stress_level: 60 to 80\n energy:40\n\nmood: -1.5 – 2',
    quotes: 'Seven\n',
    forbidden: '',
  },
}
const errorsOf = (fields: object) =>
  (goldenSchema.safeParse({ ...filled, ...fields }).error?.issues ?? []).map((it) => [
    it.path.join('.'),
    it.message,
  ])

test('each line is parsed as a value or a quote', () => {
  expect(goldenSchema.parse(filled)).toEqual({
    ...{ name: 'Calm', type: 'metric_extraction', transcript: 'Speaker 1: Seven.' },
    values: [
      { key: 'stress_level', lowest: 60, highest: 80 },
      { key: 'energy', lowest: 40, highest: 40 },
      { key: 'mood', lowest: -1.5, highest: 2 },
    ],
    ...{ quotes: ['Seven'], forbidden: [] },
  })
})

test('a stored golden transcript is unchanged after a round trip through the form', () => {
  const stored = { ...goldenSchema.parse(filled), id: '1', version: 1 }
  expect(goldenSchema.parse(goldenFields(stored))).toEqual(goldenSchema.parse(filled))
})

test.each([
  [{ name: ' ' }, ['name', 'Name is required']],
  [{ transcript: '' }, ['transcript', 'Transcript is required']],
  [
    { values: 'energy about 40' },
    ['values', '“energy about 40” isn’t a key and range such as stress_level: 60 to 80'],
  ],
  [{ values: 'energy: 40 to 30' }, ['values', 'The range ends before it begins']],
  [{ quotes: 'fine\n…' }, ['quotes', 'This has no words']],
  [{ type: 'diarization' }, ['values', 'An answer of this type is text and has no values']],
  [
    { type: 'diarization', values: '', quotes: '' },
    ['quotes', 'Enter what an answer must contain, or must not contain'],
  ],
])('%j is refused with an error at its field', (fields, error) =>
  expect(errorsOf(fields)).toEqual([error]),
)
