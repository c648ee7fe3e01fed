import { type Segment, uncertainBelow } from '#contract/transcriptions.ts'

export type Run = { text: string; isUncertain: boolean }

/**
 * The text of a segment in runs of certain and uncertain words. Where the engine's words are not those of the text
 * (it may write numbers or punctuation differently), nothing is marked rather than the wrong word.
 */
export function markedWords({ text, words }: Pick<Segment, 'text' | 'words'>): Run[] {
  const tokens = text.split(/\s+/).filter((token) => token !== '')
  if (!words || words.length !== tokens.length) return [{ text, isUncertain: false }]
  const runs: Run[] = []
  for (const [index, token] of tokens.entries()) {
    const isUncertain = (words[index]?.conf ?? 1) < uncertainBelow
    const last = runs.at(-1)
    if (last?.isUncertain === isUncertain) last.text += ` ${token}`
    else runs.push({ text: token, isUncertain })
  }
  return runs
}

export const hasUncertainWords = (segments: readonly Segment[]) =>
  segments.some((segment) => markedWords(segment).some(({ isUncertain }) => isUncertain))
