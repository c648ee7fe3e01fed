import { expect, test } from 'vitest'
import { speakerTones } from '../transcript/speaker-tones.ts'
import { turnTones } from './turn-tones.ts'

const raw = [
  { start: 0, end: 4, speaker: 'Speaker 1' },
  { start: 5, end: 9, speaker: 'Speaker 2' },
  { start: 10, end: 14, speaker: 'Speaker 1' },
]

test('who speaks in a conversation has the colour of who is heard then, whatever name each has', () => {
  const rawTone = speakerTones(raw)
  // The conversation begins with the other one.
  const tone = turnTones(
    [
      { speaker: 'Sarah', start: 5 },
      { speaker: 'Coach', start: 10 },
      { speaker: 'Sarah', start: 6 },
    ],
    raw,
  )
  expect(tone('Sarah')).toBe(rawTone('Speaker 2'))
  expect(tone('Coach')).toBe(rawTone('Speaker 1'))
})

test('two who are heard under one name have two colours all the same, and so have those of whom nothing was heard', () => {
  const tone = turnTones(
    [
      { speaker: 'Coach', start: 0 },
      { speaker: 'Sarah', start: 10 },
      { speaker: 'Guest', start: null },
    ],
    raw,
  )
  expect(new Set(['Coach', 'Sarah', 'Guest'].map(tone)).size).toBe(3)
  expect(turnTones([{ speaker: 'Coach', start: null }], [])('Coach')).not.toBe('neutral')
  expect(tone(null)).toBe('neutral')
})
