import { expect, test } from 'vitest'
import { findUnsupported } from './find-unsupported.ts'

const source = [
  'Session: Weekly coaching on 2026-11-24, week 7',
  '- Stress 70 in week 6, up from 55 in week 5',
  '- Energy 99 in week 6',
  'Found: Mood 40 (not confirmed), Energy 30',
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
  ['Sie sagte „Ich will nicht mehr“ und »I don’t sleep«.', ['„Ich will nicht mehr“']],
  ['Elle dit «Je veux partir» et ‹ I don’t sleep ›.', ['«Je veux partir»']],
  ['She said »I want to leave« and ›I want to stay‹.', ['»I want to leave«', '›I want to stay‹']],
  ['She said: I don’t sleep. Rest helps.', []],
  ['She said: I want to leave. I am done. Ask why.', ['I want to leave', 'I am done']],
  ['She said last week: work is fine.', ['work is fine']],
  ['She told the coach, I want to leave.', ['I want to leave']],
  ['Client: I want to leave!', ['I want to leave']],
  ['You could ask: How is your sleep?', []],
  ['Her stress was 70 and her energy 70.', ['70']],
  ['70 for stress and 99 for energy.', []],
  ['99 for stress and 70 for energy.', ['99', '70']],
  ['Her mood was 40, her energy 30.', []],
  ['Her mood was 30, her energy 40.', ['30,', '40']],
])('detects quotes and numbers that are not in the prompt: %s', (text, expected) => {
  expect(struck(text)).toEqual(expected)
})
