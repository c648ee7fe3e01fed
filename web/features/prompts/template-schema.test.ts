import { expect, test } from 'vitest'
import { placeholderNames as known } from '#contract/placeholders.ts'
import type { Template } from '#contract/prompts.ts'
import { placeholderNames } from './placeholder-names.ts'
import { fieldsOf, newTemplate, templateSchema } from './template-schema.ts'
import { usageExamples } from './usage-examples.ts'

const filled = {
  ...newTemplate(),
  name: 'Careful',
  systemPrompt: 'Be kind.',
  userPromptTemplate: '{{audioTranscript}}',
}
const faults = (fields: object, before?: Template) =>
  (templateSchema(before).safeParse({ ...filled, ...fields }).error?.issues ?? []).map((it) => [
    it.path.join('.'),
    it.message,
  ])

test('a new template is an inactive one with the version 1', () => {
  expect(newTemplate()).toMatchObject({ type: 'diarization', version: '1', isActive: false })
  expect(faults({})).toEqual([])
})

test.each([
  ['name', ' ', 'Name is required'],
  ['systemPrompt', ' \n', 'System prompt is required'],
  ['userPromptTemplate', '', 'User prompt template is required'],
  ['version', '', 'Version is required'],
  ['systemPrompt', 'Be {{kind}}.', '{{kind}} is not a known placeholder'],
  ['userPromptTemplate', '{{a}} {{ b }}', '{{a}} and {{b}} are not known placeholders'],
])('with %s %j it is refused: %s', (name, value, sentence) => {
  expect(faults({ [name]: value })).toEqual([[name, sentence]])
})

test('a prompt that is as it was is not looked through', () => {
  const before: Template = {
    ...{ id: '1', name: 'Older', type: 'diarization', version: '1', isActive: false },
    ...{ systemPrompt: 'As {{formerName}} said.', userPromptTemplate: 'x' },
  }
  expect(faults({ ...fieldsOf(before), name: 'Newer' }, before)).toEqual([])
  expect(faults({ systemPrompt: 'As {{formerName}} says.' }, before)).toHaveLength(1)
})

test('what the usage examples name is known', () => {
  for (const example of Object.values(usageExamples)) {
    const found = placeholderNames(undefined).find(example)
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter(({ isKnown }) => !isKnown)).toEqual([])
  }
})

test('every placeholder is offered and explained, with its value where a session is chosen', () => {
  const names = placeholderNames({ riskLevel: 'low' })
  expect(names.all.map(({ name }) => name)).toEqual([...known])
  expect(names.explain('riskLevel')).toMatchObject({ now: 'low' })
  expect(names.explain('coachBio')).toMatchObject({ now: 'N/A' })
  expect(placeholderNames(undefined).explain('riskLevel')).not.toHaveProperty('now')
  expect(names.explain('nobody').what).toBe('Unknown placeholder.')
})
