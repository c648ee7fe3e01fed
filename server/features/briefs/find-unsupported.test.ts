import { expect, test } from 'vitest'
import { findUnsupported } from './find-unsupported.ts'

const source = [
  'Session: Weekly coaching on 2026-11-24, week 7',
  '- Stress 70 in week 6, up from 55 in week 5',
  '- Energy 99 in week 6',
  'Sleep: down by 4.5',
  'Client: I don’t sleep, about four hours a night.',
].join('\n')
const struck = (text: string) =>
  findUnsupported(text, source, ['Stress level', 'Energy']).map(({ from, to }) =>
    text.slice(from, to),
  )

test.each<[string, string[]]>([
  ['Her stress rose from 55 to 70 in week 6.', []],
  ['Her stress was 99 last week.', ['99']],
  ['Her stress was ninety-nine last week.', ['ninety-nine']],
  ['Her energy was 99, two sessions ago.', []],
  ['She said “I don’t sleep”.', []],
  ["She said 'I don't sleep', and rests.", []],
  ["She said 'I want to end it all', he noted.", ["'I want to end it all'"]],
  ['She said "My stress is 99".', ['"My stress is 99"']],
  ['Sleep fell by 4.5 (four hours a night).', []],
  ['It fell by 12% on 24 November 2026.', ['12%']],
  ['1. Ask about work.\n2. Ask about week 7.\n9. Rest.', []],
  ['Nothing to say.', []],
])('detects quotes and numbers that are not in the prompt: %s', (text, expected) => {
  expect(struck(text)).toEqual(expected)
})
