import { Rejected } from '../../../platform/jobs/errors.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import { parseMetrics, parseAnswer } from './answers.ts'
import { incompleteAnswer } from './incomplete-answer.ts'
import { framePrompt, type ChunkReplacement } from './frame-prompt.ts'
import { type Completion, type Llm, type Prompt, type Usage, Unusable } from '../llm.ts'
import type { Model, Turn } from './model-request.ts'
import { answerTimeoutMs } from '../patience.ts'
import { type Plan, planChunks } from './plan-chunks.ts'
import { mergeAnswers } from './merge-answers.ts'

/**
 * Asks a model, and holds its answer to the form of the type. What was said that is longer than the model reads at a time
 * is worked through in pieces, of whose answers one is made.
 */
export const modelLlm = (model: Model): Llm => ({
  async complete(prompt, signal) {
    if (asksNothing(prompt)) return { text: '{"values":[]}', tokensUsed: 0 }
    const plan = planChunks(prompt, model.contextTokens)
    if (!plan) throw incompleteAnswer.tooMuchToRead(model.label)
    if (plan.pieces.length === 1) return answered(model, { prompt, form: plan.form }, signal)
    return inPieces(model, prompt, plan, signal)
  },
  timeoutMs(prompt) {
    const pieces = asksNothing(prompt)
      ? 1
      : (planChunks(prompt, model.contextTokens)?.pieces.length ?? 1)
    const rounds = Math.ceil(pieces / model.maxConcurrent)
    const isAsked = pieces > 1 && mergeAnswers[prompt.type] === 'asked'
    return (rounds + (isAsked ? 1 : 0)) * answerTimeoutMs
  },
})

/** No metric is asked for, so nothing needs to leave. */
const asksNothing = (prompt: Prompt) =>
  prompt.type === 'metric_extraction' && !parseMetrics(prompt).length

/** Each piece is a call of its own; one that fails ends all of them, and what was paid for is told. */
async function inPieces(model: Model, prompt: Prompt, plan: Plan, signal: AbortSignal) {
  const { form, pieces } = plan
  const paid: Usage[] = []
  const failed = new AbortController()
  const any = AbortSignal.any([signal, failed.signal])
  const inTurn = limitConcurrency({
    maxConcurrent: model.maxConcurrent,
    maxQueued: pieces.length,
    busyMessage: '',
  })
  const ask = async (instead: ChunkReplacement | undefined) => {
    const answer = await answered(model, { prompt, form, instead }, any)
    paid.push(answer)
    return answer
  }
  const spent = () => ({ ...together(paid), pieces: pieces.length })
  try {
    const answers = await Promise.all(
      pieces.map((it) =>
        inTurn(() => ask(it), any).catch((error: unknown) => {
          failed.abort(error)
          throw error
        }),
      ),
    )
    const texts = answers.map(({ text }) => text)
    const join = mergeAnswers[prompt.type]
    const text =
      join === 'asked'
        ? (await ask({ of: plan.said ?? '', text: texts.join('\n\n'), note: notesNote })).text
        : join(texts)
    return { ...spent(), text }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    if (error instanceof Unusable) paid.push(error.spent)
    throw new Unusable(error.message, spent())
  }
}

const notesNote =
  'What was said was too long for one message. In its place stand the answers about its parts, one after the other: make one answer of them.'

type Wanted = { prompt: Prompt; form: Plan['form']; instead?: ChunkReplacement | undefined }

/** One answer; one of the wrong form is asked for once more, with what was wrong. Throws Unusable for the second. */
async function answered(
  model: Model,
  { prompt, form, instead }: Wanted,
  signal: AbortSignal,
): Promise<Completion> {
  const { system, user } = framePrompt(prompt, form, instead)
  const asked: Turn = { role: 'user', text: user }
  const ask = (all: readonly Turn[]) =>
    model.ask({ system, turns: all, form, sessionId: prompt.sessionId }, signal)
  const first = await ask([asked])
  if (!form) return first
  const read = parseAnswer(first.text, form)
  if ('text' in read) return { ...first, text: read.text }
  const wrong = `This answer is not of the schema:\n${read.fault}\nAnswer again, with JSON alone.`
  const second = await ask([
    asked,
    { role: 'assistant', text: first.text },
    { role: 'user', text: wrong },
  ])
  const spent = together([first, second])
  const again = parseAnswer(second.text, form)
  if ('text' in again) return { ...spent, text: again.text }
  throw new Unusable(
    `${model.label} gave an answer of the wrong form twice: ${again.fault.replaceAll(/\s+/g, ' ')}`,
    spent,
  )
}

/** What several calls used: their sums, and the names of the last. */
function together(all: readonly Usage[]): Usage {
  const sum = (name: 'tokensUsed' | 'tokensIn' | 'tokensOut') => {
    const known = all.flatMap((it) => it[name] ?? [])
    return known.length ? known.reduce((a, b) => a + b, 0) : null
  }
  const last = all.at(-1)
  return {
    ...{ tokensUsed: sum('tokensUsed'), tokensIn: sum('tokensIn'), tokensOut: sum('tokensOut') },
    ...{ model: last?.model ?? null, requestId: last?.requestId ?? null },
  }
}
