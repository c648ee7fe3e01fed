import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import type { TemplateType } from '#contract/prompts.ts'
import { json } from '../../../test/local-service.ts'
import { openAiCompatibleService } from '../../../test/services/openai-compatible.ts'
import { testOutboundClients } from '../../../test/test-outbound-clients.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { llmProviders } from '../../catalogue/ai-analysis.ts'
import { type Prompt, Unusable } from '../llm.ts'
import { answerTimeoutMs } from '../patience.ts'
import { estimateTokens } from './split-at-turns.ts'

const outboundClients = await testOutboundClients()
const service = await openAiCompatibleService({ takesSchemas: true })
afterAll(() => service.close())
afterEach(() => service.forget())

const open = async (contextTokens = 3000, at = service) => {
  const outboundClient = await outboundClients.outboundClientFor({
    ...{ type: 'ai_analysis', provider: 'openai_compatible', label: 'The server' },
    ...{ addresses: { openai_compatible: at.origin }, secrets: [at.key] },
  })
  const settings = { model: 'qwen3:14b', apiKey: at.key }
  return llmProviders.openai_compatible.open(
    { ...settings, contextTokens: String(contextTokens) },
    outboundClient,
  )
}
const line = (index: number) =>
  `[00:${String(index).padStart(2, '0')}:00] Speaker ${(index % 2) + 1}: thing number ${index} was said and more was said about it`
const talk = Array.from({ length: 60 }, (_, index) => line(index)).join('\n')
const metrics = [{ key: 'energy', label: 'Energy', words: [], lowest: 0, highest: 100 }]
const promptOf = (type: TemplateType, text = talk): Prompt => ({
  ...{ type, system: 'Work.', user: `About: ${text}` },
  parts: {
    system: [{ text: 'Work.', isSaid: false }],
    user: [
      { text: 'About: ', isSaid: false },
      { text, isSaid: true },
    ],
  },
  input: { metrics: JSON.stringify(metrics) },
})
const never = new AbortController().signal
/** The numbers of the lines that a question is about, without how it all began. */
const linesIn = (user: string) =>
  [...(user.split('The conversation began')[0] ?? '').matchAll(/thing number (\d+)/g)].map((it) =>
    Number(it[1]),
  )
const userOf = (asked: (typeof service.asked)[number]) => asked.turns[0]?.text ?? ''

test('a conversation that is too long is written piece by piece, and joined in its order', async () => {
  service.answerWith((asked) => ({ text: `Wrote ${linesIn(userOf(asked)).join(' ')}.` }))
  const llm = await open()
  const told = await llm.complete(promptOf('diarization'), never)
  const count = service.asked.length
  expect(count).toBeGreaterThan(1)
  expect(told.pieces).toBe(count)
  expect([...told.text.matchAll(/\d+/g)].map(Number)).toEqual(
    Array.from({ length: 60 }, (_, index) => index),
  )
  expect(told.text.split('\n\n')).toHaveLength(count)
  const entries = await outboundClients.entries()
  expect(entries).toHaveLength(count)
  expect(told.tokensUsed).toBe((told.tokensIn ?? 0) + (told.tokensOut ?? 0))
  for (const asked of service.asked) {
    expect(estimateTokens(asked.system + userOf(asked))).toBeLessThan(3000)
    expect(asked.system).toContain(`of ${count} of it`)
    expect(asked.system).not.toContain('thing number')
    expect(userOf(asked).includes('The conversation began')).toBe(linesIn(userOf(asked))[0] !== 0)
  }
  expect(llm.timeoutMs?.(promptOf('diarization'))).toBe(Math.ceil(count / 2) * answerTimeoutMs)
  expect(llm.timeoutMs?.(promptOf('diarization', line(1)))).toBe(answerTimeoutMs)
})

test('what fits is one call, and no pieces are told of', async () => {
  const told = await (await open(100_000)).complete(promptOf('diarization'), never)
  expect([service.asked.length, told.pieces ?? null]).toEqual([1, null])
})

test('of a metric that is spoken of twice the later value counts, with its quotes', async () => {
  service.answerWith((asked) => {
    const [first = 0] = linesIn(userOf(asked))
    const value = { key: 'energy', value: first, quotes: [`thing number ${first}`] }
    return { text: JSON.stringify({ values: [value] }) }
  })
  const told = await (await open(2000)).complete(promptOf('metric_extraction'), never)
  const last = Math.max(...service.asked.map((it) => linesIn(userOf(it))[0] ?? 0))
  expect(told.pieces).toBe(service.asked.length)
  expect(JSON.parse(told.text)).toEqual({
    values: [{ key: 'energy', value: last, quotes: [`thing number ${last}`] }],
  })
})

test('an assessment is the strongest of its pieces, with the reasons of all', async () => {
  service.answerWith((asked) => {
    const [first = 0] = linesIn(userOf(asked))
    const reason = { reason: 'A reason.', quote: first ? `thing number ${first}` : 'the first' }
    const common = { reason: 'Sleeps well.', quote: 'slept well' }
    const riskScore = first === 0 ? 80 : 10
    return { text: JSON.stringify({ riskScore, reasons: [reason], protective: [common] }) }
  })
  const told = await (await open(2000)).complete(promptOf('burnout_assessment'), never)
  const { riskScore, reasons, protective } = JSON.parse(told.text)
  expect(told.pieces).toBeGreaterThan(1)
  expect(riskScore).toBe(80)
  expect(reasons).toHaveLength(told.pieces ?? 0)
  expect(protective).toEqual([{ reason: 'Sleeps well.', quote: 'slept well' }])
})

test('a preparation is made of the answers about its pieces, by one more call', async () => {
  service.answerWith((asked) => {
    const lines = linesIn(userOf(asked))
    return lines.length ? { text: `Note from ${lines[0]}.` } : { text: 'One page.' }
  })
  const llm = await open(2000)
  const told = await llm.complete(promptOf('session_preparation'), never)
  const [last, ...pieces] = service.asked.toReversed()
  expect(told).toMatchObject({ text: 'One page.', pieces: pieces.length })
  expect(last?.system).toContain('make one answer of them')
  expect(userOf(last ?? { turns: [], system: '', schema: undefined })).toMatch(
    /<said-\w+>\nNote from 0\.\n\nNote from \d+/,
  )
  expect(llm.timeoutMs?.(promptOf('session_preparation'))).toBe(
    (Math.ceil(pieces.length / 2) + 1) * answerTimeoutMs,
  )
})

test('a prompt that is too long by itself is refused before anything leaves', async () => {
  const long = { ...promptOf('diarization', 'Coach: Hello.'), parts: undefined }
  for (const prompt of [
    {
      ...promptOf('session_preparation'),
      parts: { system: [], user: [{ text: talk, isSaid: false }] },
    },
    {
      ...long,
      parts: { system: [{ text: talk, isSaid: false }], user: [{ text: talk, isSaid: true }] },
    },
  ]) {
    const refusal = (await open(1000)).complete(prompt, never)
    await expect(refusal).rejects.toThrow(Rejected)
    await expect(refusal).rejects.toThrow('The server cannot read as much as this at a time.')
  }
  expect(service.calls).toEqual([])
})

test('a piece that fails ends all of them, and what was paid for is told', async () => {
  service.answerWith((asked) =>
    (linesIn(userOf(asked))[0] ?? 0) < 50 ? { text: 'Fine.' } : { refusal: 'No more.' },
  )
  const longer = Array.from({ length: 250 }, (_, index) => line(index)).join('\n')
  const error = await (await open(1500)).complete(promptOf('diarization', longer), never).then(
    () => undefined,
    (it: unknown) => it,
  )
  expect(error).toBeInstanceOf(Unusable)
  expect(error).toMatchObject({ message: 'The server refuses: No more.' })
  expect((error as Unusable).spent.tokensUsed).toBeGreaterThan(0)
  expect(service.asked.length).toBeLessThan((error as Unusable).spent.pieces ?? 0)
})

test('a server that has too much to do with a piece is worth another try as a whole', async () => {
  // One of its own: a call that another test called off may still be on its way, and would take this answer.
  const busy = await openAiCompatibleService({ takesSchemas: true })
  onTestFinished(() => busy.close())
  busy.next((_call, response) =>
    json(response, 429, { error: { message: 'Busy.' } }, { 'retry-after': '600' }),
  )
  const tried = (await open(2000, busy)).complete(promptOf('diarization'), never)
  await expect(tried).rejects.toMatchObject({ waitMs: 600_000 })
})
