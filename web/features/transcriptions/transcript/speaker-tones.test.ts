import { expect, test } from 'vitest'
import { comparedTones } from './speaker-tones.ts'

const lines = (...speakers: string[]) => speakers.map((speaker) => ({ speaker }))

test('who speaks in two versions has one colour in both, and somebody new another', () => {
  const tones = comparedTones(
    lines('Speaker 1', 'Speaker 2'),
    lines('Speaker 1', 'Klara', 'Speaker 2'),
    [],
  )
  for (const speaker of ['Speaker 1', 'Speaker 2'])
    expect(tones.after(speaker)).toBe(tones.before(speaker))
  expect([tones.before('Speaker 1'), tones.before('Speaker 2')]).not.toContain(tones.after('Klara'))
})

test('whoever goes by another name keeps the colour, also where two change theirs', () => {
  const tones = comparedTones(lines('Anna', 'Bo'), lines('Bo', 'Anna'), [
    ['Anna', 'Bo'],
    ['Bo', 'Anna'],
  ])
  expect(tones.after('Bo')).toBe(tones.before('Anna'))
  expect(tones.after('Anna')).toBe(tones.before('Bo'))
  expect(tones.after('Anna')).not.toBe(tones.after('Bo'))
})
