import { expect, test } from 'vitest'
import { messageKind } from '#contract/messages.ts'
import { fillPlaceholders } from './texts.ts'
import { languages, messageTexts } from './texts.ts'

/** A text message has no more (Twilio). */
const mostShort = 1600

const all = messageKind.options.flatMap((kind) =>
  languages.map((language) => [kind, language, messageTexts[kind][language]] as const),
)

test.each(all)('%s in %s says who writes, and leads somewhere', (_kind, _language, text) => {
  const { subject, body, short } = text
  expect(subject.length).toBeGreaterThan(0)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(body).toContain('{link}')
  expect(short).toMatch(/^\{brandName\}/)
  expect(short).toContain('{link}')
  expect(body).toMatch(/^Hello \{firstName\},/)
})

test.each(all)('%s in %s fits into a text message, with long names', (_kind, _language, text) => {
  const long = new Proxy({}, { get: () => 'x'.repeat(200), has: () => true })
  expect(fillPlaceholders(text.short, long).length).toBeLessThan(mostShort)
})

test('what stands in a value is never taken for a name', () => {
  expect(fillPlaceholders('Hello {firstName}, {link}', { firstName: '{link}', link: '$&' })).toBe(
    'Hello {link}, $&',
  )
})
