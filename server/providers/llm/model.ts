import { type AnswerForm, answerFormOf, metricsIn, readAnswer } from './answers.ts'
import { framed } from './framing.ts'
import { type Completion, type Llm, type Prompt, type Spent, Unusable } from './llm.ts'

export type Turn = { role: 'user' | 'assistant'; text: string }
/** One call to a model. */
export type Question = {
  system: string
  turns: readonly Turn[]
  /** Of the answer, where it is not text. */
  form: AnswerForm | undefined
  sessionId: string | undefined
}
export type Model = {
  /** How people call whoever answers. */
  label: string
  /** One call. Throws Rejected, with a sentence, also for an answer that was refused or cut off. */
  ask(question: Question, signal: AbortSignal): Promise<Completion>
}

/** Asks a model, and holds its answer to the form of the type. */
export const modelLlm = (model: Model): Llm => ({
  async complete(prompt, signal) {
    if (prompt.type === 'metric_extraction' && !metricsIn(prompt).length)
      // Nothing is asked for, so nothing needs to leave.
      return { text: '{"values":[]}', tokensUsed: 0 }
    return answered(model, prompt, signal)
  },
})

/** One answer; one of the wrong form is asked for once more, with what was wrong. Throws Unusable for the second. */
async function answered(model: Model, prompt: Prompt, signal: AbortSignal): Promise<Completion> {
  const form = answerFormOf(prompt)
  const { system, user } = framed(prompt, form)
  const asked: Turn = { role: 'user', text: user }
  const ask = (turns: readonly Turn[]) =>
    model.ask({ system, turns, form, sessionId: prompt.sessionId }, signal)
  const first = await ask([asked])
  if (!form) return first
  const read = readAnswer(first.text, form)
  if ('text' in read) return { ...first, text: read.text }
  const wrong = `This answer is not of the schema:\n${read.fault}\nAnswer again, with JSON alone.`
  const second = await ask([
    asked,
    { role: 'assistant', text: first.text },
    { role: 'user', text: wrong },
  ])
  const spent = together([first, second])
  const again = readAnswer(second.text, form)
  if ('text' in again) return { ...spent, text: again.text }
  throw new Unusable(
    `${model.label} gave an answer of the wrong form twice: ${again.fault.replaceAll(/\s+/g, ' ')}`,
    spent,
  )
}

/** What several calls used: their sums, and the names of the last. */
export function together(all: readonly Spent[]): Spent {
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
