import { type Segment, uncertainBelow } from '#contract/transcriptions/transcriptions.ts'
import { tokenize } from '#contract/rules/words.ts'

export type Run = { text: string; isUncertain: boolean }

export type Said = Pick<Segment, 'text'> & {
  words?: readonly NonNullable<Segment['words']>[number][]
}

/** The engine's words where they are those of the text, one for one. */
export const wordsInText = ({ text, words }: Said) =>
  words?.length === tokenize(text).length ? words : undefined

/**
 * The text of a segment in runs of certain and uncertain words. Where the engine's words are not those of the text
 * (it may write numbers or punctuation differently), nothing is marked rather than the wrong word.
 */
export function markedWords({ text, words }: Said): Run[] {
  const known = wordsInText({ text, words })
  if (!known) return [{ text, isUncertain: false }]
  const runs: Run[] = []
  for (const [index, token] of tokenize(text).entries()) {
    const isUncertain = (known[index]?.conf ?? 1) < uncertainBelow
    const last = runs.at(-1)
    if (last?.isUncertain === isUncertain) last.text += ` ${token}`
    else runs.push({ text: token, isUncertain })
  }
  return runs
}
