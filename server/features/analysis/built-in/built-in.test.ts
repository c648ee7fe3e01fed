import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { failure } from '../../../test/failure.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { builtInLlm } from './built-in.ts'

const metrics = JSON.stringify([
  { key: 'energy', label: 'Energy', words: [], lowest: 0, highest: 100 },
])
const complete = (
  type: TemplateType,
  audioTranscript: string,
  { signal } = new AbortController(),
) => {
  const input = { audioTranscript, metrics }
  return builtInLlm.complete({ type, system: '', user: '', sessionId: null, input }, signal)
}

test('the built-in provider names what a burnout assessment requires', async () => {
  const error = await failure(complete('burnout_assessment', ''))
  expect(error).toBeInstanceOf(Rejected)
  expect(error.message).toContain('needs a questionnaire that the client answers')
})

test('concurrent prompts get their own answers', async () => {
  const [one, two] = await Promise.all([
    complete('diarization', '[00:00:00] Speaker 1: good morning'),
    complete('diarization', '[00:00:00] Speaker 1: another transcript'),
  ])
  expect([one.text, two.text]).toEqual([
    'Speaker 1: Good morning.',
    'Speaker 1: Another transcript.',
  ])
})

test('spoken numbers become values with quotes', async () => {
  const question = 'On a scale from zero to ten, how is your energy?'
  const answer = await complete('metric_extraction', `Coach: ${question}\n\nClient: A four.`)
  const quotes = [question, 'A four.']
  expect(JSON.parse(answer.text)).toEqual({ values: [{ key: 'energy', value: 40, quotes }] })
})

describe('an input of two megabytes', () => {
  const words = 'so six i '.repeat(230_000)

  test.each(['diarization', 'metric_extraction'] as const)(
    'does not block the event loop: %s',
    async (type) => {
      let isDone = false
      const work = complete(type, `[00:00:00] Speaker 1: ${words}`).finally(() => (isDone = true))
      let turns = 0
      for (; !isDone; turns++) await sleep(2)
      expect(turns).toBeGreaterThan(20)
      expect((await work).tokensUsed).toBeNull()
    },
    120_000,
  )

  test('can be aborted', async () => {
    const stop = new AbortController()
    const work = complete('diarization', words, stop)
    setTimeout(() => stop.abort(), 50)
    await expect(work).rejects.toThrow(/abort/i)
  }, 60_000)
})
