import { expect, test } from 'vitest'
import { placeholderNames as known } from '#contract/prompts/placeholders.ts'
import type { Template } from '#contract/prompts/prompts.ts'
import { placeholderNames } from './placeholder-names.ts'
import { toFields, newTemplate, templateSchema } from './template-schema.ts'
import { usageExamples } from './available-placeholders.tsx'

const filled = {
  ...newTemplate(),
  name: 'Careful',
  systemPrompt: 'Be kind.',
  userPromptTemplate: '{{audioTranscript}}',
}
const errorsOf = (fields: object, before?: Template) =>
  (templateSchema(before).safeParse({ ...filled, ...fields }).error?.issues ?? []).map((it) => [
    it.path.join('.'),
    it.message,
  ])

test('a new template is inactive and has version 1', () => {
  expect(newTemplate()).toMatchObject({ type: 'diarization', version: '1', isActive: false })
  expect(errorsOf({})).toEqual([])
})

test.each([
  ['name', ' ', 'Name is required'],
  ['systemPrompt', ' \n', 'System prompt is required'],
  ['userPromptTemplate', '', 'User prompt template is required'],
  ['version', '', 'Version is required'],
  ['systemPrompt', 'Be {{kind}}.', '{{kind}} is not a known placeholder'],
  ['userPromptTemplate', '{{a}} {{ b }}', '{{a}} and {{b}} are not known placeholders'],
])('a template with %s %j is refused: %s', (name, value, sentence) => {
  expect(errorsOf({ [name]: value })).toEqual([[name, sentence]])
})

test('an unchanged prompt may contain unknown placeholders', () => {
  const before: Template = {
    ...{ id: '1', name: 'Older', type: 'diarization', version: '1', isActive: false },
    ...{ systemPrompt: 'As {{formerName}} said.', userPromptTemplate: 'x' },
  }
  expect(errorsOf({ ...toFields(before), name: 'Newer' }, before)).toEqual([])
  expect(errorsOf({ systemPrompt: 'As {{formerName}} says.' }, before)).toHaveLength(1)
})

test('the usage examples contain only known placeholders', () => {
  for (const example of Object.values(usageExamples)) {
    const found = placeholderNames(undefined).find(example)
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter(({ isKnown }) => !isKnown)).toEqual([])
  }
})

test('every placeholder is offered and explained, with its value if a session is chosen', () => {
  const names = placeholderNames({ riskLevel: 'low' })
  expect(names.all.map(({ name }) => name)).toEqual([...known])
  expect(names.explain('riskLevel')).toMatchObject({ now: 'low' })
  expect(names.explain('coachBio')).toMatchObject({ now: 'N/A' })
  expect(placeholderNames(undefined).explain('riskLevel')).not.toHaveProperty('now')
  expect(names.explain('nobody').what).toBe('Unknown placeholder.')
})
