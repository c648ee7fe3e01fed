import { expect, test } from 'vitest'
import type { SentData } from '#contract/consents/sent-data.ts'
import { formatSentData } from './format-sent-data.ts'

const sent: SentData = {
  ...{ at: '2026-03-03T10:00:00Z', purpose: 'outside_transcription', whose: null },
  ...{ sessionDate: '2026-02-27T10:00:00Z', service: 'OpenAI', host: 'eu.api.openai.com' },
  ...{ region: 'the EU', bytes: 614_400, consentedAt: '2026-03-01T10:00:00Z' },
  isInterrupted: false,
}

test.each<[string, Partial<SentData>, string]>([
  [
    'the region where it is known',
    {},
    'On Mar 3, 2026 the sound of your session of Feb 27, 2026 was sent to OpenAI in the EU, 600 KB, with your consent of Mar 1, 2026.',
  ],
  [
    'the host where the region is not known',
    { host: 'api.openai.com', region: null, purpose: 'outside_analysis' },
    'On Mar 3, 2026 the text of your session of Feb 27, 2026 was sent to OpenAI (api.openai.com), 600 KB, with your consent of Mar 1, 2026.',
  ],
  [
    'whose session it was, and that it was interrupted',
    { whose: 'Viggo', sessionDate: null, consentedAt: null, isInterrupted: true },
    'On Mar 3, 2026 the sound of a session of Viggo was sent to OpenAI in the EU, 600 KB. It was interrupted, and more may have been sent.',
  ],
])('an entry of sent data names %s', (_what, changes, expected) =>
  expect(formatSentData({ ...sent, ...changes })).toBe(expected),
)
