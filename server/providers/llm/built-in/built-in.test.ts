import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { builtInLlm } from './built-in.ts'
import type { Prompt } from '../llm.ts'

const transcript = [
  '[00:00:00] Speaker 1: good morning how have you been',
  '[00:00:04] Speaker 2: it has been a difficult week at work',
].join('\n')
const diarization: Prompt = {
  ...{ type: 'diarization', system: '', user: '' },
  input: { audioTranscript: transcript },
}
const metrics = JSON.stringify([
  { key: 'energy', label: 'Energy', words: [], lowest: 0, highest: 100 },
])
const extraction: Prompt = {
  ...{ ...diarization, type: 'metric_extraction' },
  input: { audioTranscript: transcript, metrics },
}
const noHurry = () => new AbortController().signal

test('the built-in provider says what an assessment of burnout needs', async () => {
  const refusal = builtInLlm.complete({ ...diarization, type: 'burnout_assessment' }, noHurry())
  await expect(refusal).rejects.toThrow(Rejected)
  await expect(refusal).rejects.toThrow(
    'needs a questionnaire that the client answers, or a language model.',
  )
  await expect(refusal).rejects.toThrow('An administrator connects one in System Settings: OpenAI,')
})

describe('the built-in provider, asked for metrics', () => {
  const read = async (audioTranscript: string) => {
    const prompt = { ...extraction, input: { ...extraction.input, audioTranscript } }
    const { text, tokensUsed } = await builtInLlm.complete(prompt, noHurry())
    expect(tokensUsed).toBeNull()
    return JSON.parse(text) as unknown
  }

  test('answers what was said in numbers, with its quotes', async () => {
    const talk =
      'Coach: On a scale from zero to ten, how is your energy?\n\nClient: I would say a four.'
    const quotes = ['On a scale from zero to ten, how is your energy?', 'I would say a four.']
    expect(await read(talk)).toEqual({ values: [{ key: 'energy', value: 40, quotes }] })
  })

  test('answers that nothing was said where it was not', async () => {
    expect(await read(transcript)).toEqual({ values: [] })
    const before = await builtInLlm.complete({ ...extraction, input: {} }, noHurry())
    expect(JSON.parse(before.text)).toEqual({ values: [] })
  })
})

/** How often others were served while it worked: of what held this thread, once or twice. */
async function servedBeside(work: Promise<unknown>) {
  let isDone = false
  const ended = () => (isDone = true)
  work.then(ended, ended)
  let times = 0
  for (; !isDone; times++) await sleep(2)
  return times
}

describe('the built-in provider, given two megabytes', () => {
  const long = 'a. '.repeat(700_000)
  const prompt = { ...diarization, input: { audioTranscript: long } }

  test('keeps nobody else waiting', async () => {
    const work = builtInLlm.complete(prompt, noHurry())
    expect(await servedBeside(work)).toBeGreaterThan(20)
    expect((await work).text.length).toBeGreaterThanOrEqual(long.length - 1)
  }, 120_000)

  test('reads numbers beside everybody else', async () => {
    const talk = `[00:00:00] Speaker 1: ${'so six i '.repeat(220_000)}`
    const input = { audioTranscript: talk, metrics: '[]' }
    const work = builtInLlm.complete({ ...prompt, type: 'metric_extraction', input }, noHurry())
    expect(await servedBeside(work)).toBeGreaterThan(20)
    expect(await work).toEqual({ text: '{"values":[]}', tokensUsed: null })
  }, 120_000)

  test('ends at once when nobody wants it any more', async () => {
    const leaving = new AbortController()
    const formatting = builtInLlm.complete(prompt, leaving.signal)
    setTimeout(() => leaving.abort(), 50)
    await expect(formatting).rejects.toThrow(/abort/i)
  }, 60_000)
})
