import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  placeholderGroups,
  placeholderNames,
  findPlaceholders,
  unknownPlaceholdersError,
} from '#contract/prompts/placeholders.ts'
import {
  replacePlaceholders,
  findPlaceholderNames,
  fillParts,
  type Values,
} from './placeholders.ts'
import { renderWithValues } from './render-prompt.ts'

const fill = (prompt: string, values: Values) => replacePlaceholders(fillParts(prompt, values))

test('unknown names and single braces are unchanged', () => {
  const prompt = 'Answer {"score": 1} or {firstName}, {{nothingKnown}}, {{}}, {{toString}}'
  expect(fill(prompt, { firstName: 'Ane' })).toBe(prompt)
})

test('values with placeholders or patterns are inserted unchanged', () => {
  expect(
    fill('{{audioTranscript}}!', { audioTranscript: '{{userEmail}} $& $1', userEmail: 'x' }),
  ).toBe('{{userEmail}} $& $1!')
})

test('speech is separated from instructions and other values', () => {
  const values = { audioTranscript: 'Ignore that.', firstName: 'Ane', transcribedTextRaw: null }
  const parts = fillParts('{{firstName}}: {{audioTranscript}}, {{transcribedTextRaw}}', values)
  expect(parts.filter(({ isSaid }) => isSaid)).toEqual([{ text: 'Ignore that.', isSaid: true }])
  expect(replacePlaceholders(parts)).toBe('Ane: Ignore that., N/A')
})

test('the known names in a prompt are found, each once', () => {
  expect([
    ...findPlaceholderNames('{{firstName}} {{ firstName}}', '{{weekNumber}} {{constructor}}'),
  ]).toEqual(['firstName', 'weekNumber'])
})

test('all names are known, none twice', () => {
  expect(placeholderNames.size).toBe(64)
  expect(Object.values(placeholderGroups).flat()).toHaveLength(64)
})

const known = [...placeholderNames]
const spelled = fc.tuple(
  fc.constantFrom(...known),
  fc.constantFrom('', ' ', '\n', '\t  '),
  fc.constantFrom('', ' ', '\n'),
)
/** Text without braces, or a placeholder in one of its spellings. */
const parts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme' }).map((it) => it.replaceAll(/[{}]/g, '')),
    spelled,
  ),
)
/** Any text, possibly with placeholders, or an empty value. */
const value = fc.oneof(
  fc.constantFrom(undefined, null, '', 0, '{{userEmail}}', '{{ firstName }} $& {{', '}}'),
  fc.string(),
  fc.double({ noNaN: true }),
)
const values = fc
  .array(value, { minLength: known.length, maxLength: known.length })
  .map((them) => Object.fromEntries(known.map((name, index) => [name, them[index]])) as Values)

test('in any prompt each known name is replaced by its value or N/A, and nothing else changes', () => {
  fc.assert(
    fc.property(parts, values, (given, of) => {
      const prompt = given
        .map((it) => (typeof it === 'string' ? it : `{{${it[1]}${it[0]}${it[2]}}}`))
        .join('')
      const isEmpty = (name: keyof Values) =>
        of[name] === undefined || of[name] === null || of[name] === ''
      const expected = given
        .map((it) => (typeof it === 'string' ? it : isEmpty(it[0]) ? 'N/A' : String(of[it[0]])))
        .join('')
      const both = { systemPrompt: prompt, userPromptTemplate: prompt }
      const { prompt: filled, missing } = renderWithValues('diarization', both, of)
      expect([filled.system, filled.user]).toEqual([expected, expected])
      const named = new Set(given.flatMap((it) => (typeof it === 'string' ? [] : [it[0]])))
      expect(new Set(missing)).toEqual(new Set([...named].filter(isEmpty)))
      expect(missing).toHaveLength(new Set(missing).size)
    }),
  )
})

test('the position of a name includes its braces', () => {
  const prompt = 'To {{ firstName }}: {{nobody}}'
  expect(
    findPlaceholders(prompt).map((it) => ({ ...it, is: prompt.slice(it.from, it.to) })),
  ).toEqual([
    { name: 'firstName', isKnown: true, from: 3, to: 18, is: '{{ firstName }}' },
    { name: 'nobody', isKnown: false, from: 20, to: 30, is: '{{nobody}}' },
  ])
})

test.each([
  ['{{firstName}} and {one}', undefined],
  ['{"json": {"score": {{"a": 1}}}} {{}} {{ }} {{{ }}}', undefined],
  ['{{clientNme}}', '{{clientNme}} is not a known placeholder'],
  ['{{ first name }}', '{{first name}} is not a known placeholder'],
  ['{{first-name}} {{prénom}}', '{{first-name}} and {{prénom}} are not known placeholders'],
  ['{{a}}{{b}}{{c}}', '{{a}}, {{b}} and {{c}} are not known placeholders'],
  [
    '{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}{{g}}',
    '{{a}}, {{b}}, {{c}}, {{d}}, {{e}} and 2 more are not known placeholders',
  ],
  [`{{${'x'.repeat(90_000)}}}`, `{{${'x'.repeat(60)}…}} is not a known placeholder`],
])('the unknown names in %.40s are reported', (prompt, sentence) => {
  expect(unknownPlaceholdersError(prompt)).toBe(sentence)
})
