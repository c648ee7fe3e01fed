import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeholderGroups, placeholderNames } from '#contract/placeholders.ts'
import { fill, namesIn } from './placeholders.ts'

test('a value takes the place of its name, with or without space inside the braces', () => {
  expect(fill('{{firstName}} in week {{ weekNumber }}.', { firstName: 'Ane', weekNumber: 0 })).toBe(
    'Ane in week 0.',
  )
})

test.each([undefined, null, ''])('what has no value (%j) is N/A', (coachBio) => {
  expect(fill('About: {{coachBio}}', { coachBio })).toBe('About: N/A')
})

test('an unknown name stays as it is, and so do single braces', () => {
  const prompt = 'Answer {"score": 1} or {firstName}, {{nothingKnown}}, {{}}, {{toString}}'
  expect(fill(prompt, { firstName: 'Ane' })).toBe(prompt)
})

test('a value that looks like a placeholder, or like a pattern, is put in as it is', () => {
  expect(
    fill('{{audioTranscript}}!', { audioTranscript: '{{userEmail}} $& $1', userEmail: 'x' }),
  ).toBe('{{userEmail}} $& $1!')
})

test('the known names of a prompt are found, each once', () => {
  expect([...namesIn('{{firstName}} {{ firstName}}', '{{weekNumber}} {{constructor}}')]).toEqual([
    'firstName',
    'weekNumber',
  ])
})

test('a prompt without double braces is never changed', () => {
  fc.assert(
    fc.property(fc.string(), (prompt) => {
      fc.pre(!prompt.includes('{{'))
      expect(fill(prompt, { firstName: 'Ane' })).toBe(prompt)
    }),
  )
})

test('all names of the specification are known, none twice', () => {
  expect(placeholderNames.size).toBe(64)
  expect(Object.values(placeholderGroups).flat()).toHaveLength(64)
})
