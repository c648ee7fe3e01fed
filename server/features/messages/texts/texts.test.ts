import { expect, test } from 'vitest'
import { messageKind, isNotice } from '#contract/messages/kinds.ts'
import { fillPlaceholders, messageTexts, placeholders } from './texts.ts'

/** The limit of Twilio. */
const maxLength = 1600

const all = messageKind.options.flatMap((kind) =>
  isNotice(kind) ? [] : [[kind, messageTexts[kind]] as const],
)

test.each(all)('%s has the sender, a link, and only its own placeholders', (kind, text) => {
  const { subject, body, short } = text
  expect(subject.length).toBeGreaterThan(0)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(body).toContain('{link}')
  expect(short).toMatch(/^\{brandName\}/)
  expect(short).toContain('{link}')
  expect(body).toMatch(/^Hello \{firstName\},/)
  const used = [...`${subject}${body}${short}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(['brandName', 'firstName', ...placeholders[kind]]).toEqual(expect.arrayContaining(used))
})

test.each(all)('%s fits into a text message, with long names', (_kind, text) => {
  const long = new Proxy({}, { get: () => 'x'.repeat(200), has: () => true })
  expect(fillPlaceholders(text.short, long).length).toBeLessThan(maxLength)
})

test('a value is never parsed for placeholders', () => {
  expect(fillPlaceholders('Hello {firstName}, {link}', { firstName: '{link}', link: '$&' })).toBe(
    'Hello {link}, $&',
  )
})
