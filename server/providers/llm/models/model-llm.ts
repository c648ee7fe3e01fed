import type { TemplateType } from '#contract/prompts/prompts.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import { type Completion, type Llm, type Prompt, type Usage, UnusableAnswer } from '../llm.ts'
import {
  parseMetrics,
  parseAnswer,
  type BurnoutAnswer,
  type MetricAnswer,
  type AnswerFormat,
  getAnswerFormat,
} from './answers.ts'
import { framePrompt, type ChunkReplacement, longestTranscriptPart } from './frame-prompt.ts'
import { answerTimeoutMs, incompleteAnswer, type Model, type Turn } from './model-request.ts'
import { splitAtTurns, estimateTokens } from './split-at-turns.ts'

/** Asks a model and validates its answer. Transcripts that exceed its context are processed in chunks. */
export const modelLlm = (model: Model): Llm => ({
  async complete(prompt, signal) {
    if (needsNoAnswer(prompt)) return { text: '{"values":[]}', tokensUsed: 0 }
    const plan = planChunks(prompt, model.contextTokens)
    if (!plan) throw incompleteAnswer.tooMuchToRead(model.label)
    if (plan.chunks.length === 1) return askFor(model, { prompt, form: plan.form }, signal)
    return askInChunks(model, prompt, plan, signal)
  },
  timeoutMs(prompt) {
    if (needsNoAnswer(prompt)) return answerTimeoutMs
    const chunks = planChunks(prompt, model.contextTokens)?.chunks.length ?? 1
    const rounds = Math.ceil(chunks / model.maxConcurrent)
    const isMergedByModel = chunks > 1 && mergeAnswers[prompt.type] === 'by-model'
    return (rounds + (isMergedByModel ? 1 : 0)) * answerTimeoutMs
  },
})

/** Without requested metrics there is nothing to extract. */
const needsNoAnswer = (prompt: Prompt) =>
  prompt.type === 'metric_extraction' && !parseMetrics(prompt).length

/** One call per chunk. The first failure cancels the others; tokens used so far are reported. */
async function askInChunks(model: Model, prompt: Prompt, plan: Plan, signal: AbortSignal) {
  const { form, chunks } = plan
  const paid: Usage[] = []
  const failed = new AbortController()
  const anySignal = AbortSignal.any([signal, failed.signal])
  const inTurn = limitConcurrency({
    maxConcurrent: model.maxConcurrent,
    maxQueued: chunks.length,
    busyMessage: '',
  })
  const ask = async (replacement: ChunkReplacement | undefined) => {
    const answer = await askFor(model, { prompt, form, replacement }, anySignal)
    paid.push(answer)
    return answer.text
  }
  const spent = () => ({ ...totalUsage(paid), chunks: chunks.length })
  try {
    const texts = await Promise.all(
      chunks.map((chunk) =>
        inTurn(() => ask(chunk), anySignal).catch((error: unknown) => {
          failed.abort(error)
          throw error
        }),
      ),
    )
    const merge = mergeAnswers[prompt.type]
    const text =
      merge === 'by-model'
        ? await ask({ of: plan.transcript ?? '', text: texts.join('\n\n'), note: mergeNote })
        : merge(texts)
    return { ...spent(), text }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    if (error instanceof UnusableAnswer) paid.push(error.spent)
    throw new UnusableAnswer(error.message, spent())
  }
}

const mergeNote =
  'What was said was too long for one message. In its place are the answers about its parts, in order: combine them into one answer.'

type Question = { prompt: Prompt; form: Plan['form']; replacement?: ChunkReplacement | undefined }

/** Requests an answer in the wrong format once more, with the error. Throws UnusableAnswer if that is wrong too. */
async function askFor(
  model: Model,
  { prompt, form, replacement }: Question,
  signal: AbortSignal,
): Promise<Completion> {
  const { system, user } = framePrompt(prompt, form, replacement)
  const question: Turn = { role: 'user', text: user }
  const ask = (turns: readonly Turn[]) =>
    model.ask({ system, turns, form, sessionId: prompt.sessionId }, signal)
  const first = await ask([question])
  if (!form) return first
  const answer = parseAnswer(first.text, form)
  if ('text' in answer) return { ...first, text: answer.text }
  const correction = `This answer does not match the schema:\n${answer.error}\nAnswer again, with JSON alone.`
  const second = await ask([
    question,
    { role: 'assistant', text: first.text },
    { role: 'user', text: correction },
  ])
  const spent = totalUsage([first, second])
  const secondAnswer = parseAnswer(second.text, form)
  if ('text' in secondAnswer) return { ...spent, text: secondAnswer.text }
  throw new UnusableAnswer(
    `${model.label} gave an answer in the wrong format twice: ${secondAnswer.error.replaceAll(/\s+/g, ' ')}`,
    spent,
  )
}

/** Sums, with the model and request id of the last call. */
function totalUsage(all: readonly Usage[]): Usage {
  const sum = (name: 'tokensUsed' | 'tokensIn' | 'tokensOut') => {
    const known = all.flatMap((it) => it[name] ?? [])
    return known.length ? known.reduce((a, b) => a + b, 0) : null
  }
  const { model = null, requestId = null } = all.at(-1) ?? {}
  return {
    tokensUsed: sum('tokensUsed'),
    tokensIn: sum('tokensIn'),
    tokensOut: sum('tokensOut'),
    model,
    requestId,
  }
}

/** Merges the answers for the chunks of a transcript, in order. */
const mergeAnswers: Record<TemplateType, ((texts: readonly string[]) => string) | 'by-model'> = {
  diarization: (texts) => texts.map((it) => it.trim()).join('\n\n'),
  metric_extraction: (texts) =>
    JSON.stringify(lastValuePerMetric(texts.map((it) => JSON.parse(it) as MetricAnswer))),
  burnout_assessment: (texts) =>
    JSON.stringify(highestRisk(texts.map((it) => JSON.parse(it) as BurnoutAnswer))),
  session_preparation: 'by-model',
}

/** Later values are corrections. */
const lastValuePerMetric = (answers: readonly MetricAnswer[]): MetricAnswer => ({
  values: [...new Map(answers.flatMap(({ values }) => values).map((it) => [it.key, it])).values()],
})

/** A chunk without signs of a risk does not lower it. */
const highestRisk = (answers: readonly BurnoutAnswer[]): BurnoutAnswer => ({
  riskScore: Math.max(...answers.map(({ riskScore }) => riskScore)),
  reasons: uniqueByQuote(answers.flatMap(({ reasons }) => reasons)),
  protective: uniqueByQuote(answers.flatMap(({ protective }) => protective)),
})

const uniqueByQuote = (reasons: BurnoutAnswer['reasons']) => [
  ...new Map(reasons.map((it) => [it.quote, it])).values(),
]

/** Maximum tokens of a conversation per call; a longer one would exceed the timeout. */
const maxConversationTokens = 8_000
/** Tokens reserved for any other answer and its correction. */
const maxAnswerTokens = 6_000
const minChunkTokens = 200
const openingCharacters = 1_500
/** More would take hours. */
const maxChunks = 60

type Plan = {
  form: AnswerFormat | undefined
  /** `[undefined]`: the unchanged prompt. */
  chunks: (ChunkReplacement | undefined)[]
  transcript?: string
}

/** Splits the transcript if prompt and answer exceed the context. Undefined if even chunks do not fit. */
function planChunks(prompt: Prompt, contextTokens: number): Plan | undefined {
  const form = getAnswerFormat(prompt)
  const transcript = longestTranscriptPart(prompt)
  const promptTokens = tokensIn(framePrompt(prompt, form))
  const isConversation = prompt.type === 'diarization'
  const answerTokens = Math.min(maxAnswerTokens, Math.floor(contextTokens / 3))
  if (transcript === undefined)
    return promptTokens + answerTokens <= contextTokens ? { form, chunks: [undefined] } : undefined

  const opening = isConversation ? transcript.slice(0, openingCharacters).toWellFormed() : undefined
  const otherTokens = tokensIn(
    framePrompt(prompt, form, { of: transcript, text: '', note: chunkNote(9, 9), opening }),
  )
  // A conversation is about as long as its transcript.
  const room = isConversation
    ? Math.min(maxConversationTokens, Math.floor((contextTokens - otherTokens) / 2.2))
    : contextTokens - otherTokens - answerTokens
  const needed = estimateTokens(transcript)
  const fitsWithoutOpening =
    isConversation &&
    needed <= maxConversationTokens &&
    promptTokens + 1.2 * needed <= contextTokens
  if (needed <= room || fitsWithoutOpening) return { form, transcript, chunks: [undefined] }
  if (room < minChunkTokens) return undefined
  const texts = splitAtTurns(transcript, room)
  if (texts.length > maxChunks) return undefined
  return {
    form,
    transcript,
    chunks: texts.map((text, index) => ({
      of: transcript,
      text,
      note: chunkNote(index + 1, texts.length),
      opening: index > 0 ? opening : undefined,
    })),
  }
}

const chunkNote = (number: number, count: number) =>
  `What was said is too long for one message: this is part ${number} of ${count}. Work on this part alone; the others are processed separately.`

const tokensIn = ({ system, user }: { system: string; user: string }) =>
  estimateTokens(system) + estimateTokens(user)
