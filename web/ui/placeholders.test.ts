import { expect, test } from 'vitest'
import { findPlaceholders } from '#contract/placeholders.ts'
import { placeholderAt, placeholderBeingTyped } from './placeholders.ts'

/** The name that is typed where the bar stands, and the text after it is chosen. */
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
])('what is chosen takes the place of what is typed: %s', (text, after) => {
  expect(chosen(text)).toBe(after)
})

test.each(['Risk: {ri|', 'Risk: ri|', 'Risk: {{riskLevel}}|', '{"a": {"b"|: 1}}'])(
  'outside of double braces no name is typed: %s',
  (text) => {
    expect(chosen(text)).toBeUndefined()
  },
)

test('the name at a position is the one around it or at its edge', () => {
  const found = findPlaceholders('a {{riskLevel}} b {{nobody}}')
  expect(placeholderAt(found, 1)).toBeUndefined()
  expect(placeholderAt(found, 2)?.name).toBe('riskLevel')
  expect(placeholderAt(found, 15)?.name).toBe('riskLevel')
  expect(placeholderAt(found, 16)).toBeUndefined()
  expect(placeholderAt(found, 20)).toMatchObject({ name: 'nobody', isKnown: false })
})
