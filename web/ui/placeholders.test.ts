import { expect, test } from 'vitest'
import { findPlaceholders } from '#contract/prompts/placeholders.ts'
import { placeholderAt, placeholderBeingTyped } from './placeholders.ts'

/** The text after choosing a name at the position of `|`. */
function chosen(text: string, name = 'riskLevel') {
  const at = text.indexOf('|')
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const found = placeholderBeingTyped(before, after)
  if (!found) return undefined
  const whole = before + after
  return `${whole.slice(0, found.from)}{{${name}}}${whole.slice(found.to)}`
}

test.each([
  ['Risk: {{|', 'Risk: {{riskLevel}}'],
  ['Risk: {{ri| of {{firstName}}', 'Risk: {{riskLevel}} of {{firstName}}'],
  ['Risk: {{ ri|', 'Risk: {{riskLevel}}'],
  ['Risk: {{ri|}} now', 'Risk: {{riskLevel}} now'],
  ['Risk: {{ri|skLevl }} now', 'Risk: {{riskLevel}} now'],
  ['Risk: {{ri| or else', 'Risk: {{riskLevel}} or else'],
])('the chosen name replaces what was typed: %s', (text, after) => {
  expect(chosen(text)).toBe(after)
})

test.each(['Risk: {ri|', 'Risk: ri|', 'Risk: {{riskLevel}}|', '{"a": {"b"|: 1}}'])(
  'no name is offered outside of double braces: %s',
  (text) => {
    expect(chosen(text)).toBeUndefined()
  },
)

test('a position in a placeholder or at its edge belongs to it', () => {
  const found = findPlaceholders('a {{riskLevel}} b {{nobody}}')
  expect(placeholderAt(found, 1)).toBeUndefined()
  expect(placeholderAt(found, 2)?.name).toBe('riskLevel')
  expect(placeholderAt(found, 15)?.name).toBe('riskLevel')
  expect(placeholderAt(found, 16)).toBeUndefined()
  expect(placeholderAt(found, 20)).toMatchObject({ name: 'nobody', isKnown: false })
})
