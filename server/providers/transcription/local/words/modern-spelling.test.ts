import { expect, it } from 'vitest'
import { modernizeSpelling } from './modern-spelling.ts'

it.each([
  ['I will do it to-day, or to-morrow. Good-bye.', 'I will do it today, or tomorrow. Goodbye.'],
  ['Is every one here? No body is.', 'Is everyone here? Nobody is.'],
  ['Every one of them, to be honest.', 'Every one of them, to be honest.'],
])('%s', (written, today) => expect(modernizeSpelling(written)).toBe(today))
