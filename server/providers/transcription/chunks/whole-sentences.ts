import { toSentences } from '../../transcript/sentences.ts'

type Word = { text: string; start: number; end: number; speaker: number }

/** In words: speakers are detected with a resolution of a quarter of a second. */
const maxStray = 2

export const endsSentence = ({ text }: { text: string }) => toSentences(`${text} x`).length > 1

/** Moves a change of speaker to the end of a sentence if that is at most `maxStray` words away. */
export function keepSentencesTogether<W extends Word>(words: readonly W[]): W[] {
  const result = [...words]
  const ends = words.map(endsSentence)
  const pauseBehind = (at: number) => words[at + 1]!.start - words[at]!.end
  for (let at = 0; at + 1 < result.length; at++) {
    const [speaker, next] = [result[at]!.speaker, result[at + 1]!.speaker]
    if (speaker === next || ends[at]) continue
    const nearby: number[] = []
    for (let by = 1; by <= maxStray; by++) {
      if (ends[at - by] && isSpokenBy(result, speaker, at - by + 1, at)) nearby.push(at - by)
      if (ends[at + by] && isSpokenBy(result, next, at + 1, at + by)) nearby.push(at + by)
      if (nearby.length) break
    }
    const [end] = nearby.toSorted((a, b) => pauseBehind(b) - pauseBehind(a))
    if (end === undefined) continue
    for (let moved = end + 1; moved <= at; moved++)
      result[moved] = { ...result[moved]!, speaker: next }
    for (let moved = at + 1; moved <= end; moved++) result[moved] = { ...result[moved]!, speaker }
  }
  return result
}

const isSpokenBy = (words: readonly Word[], speaker: number, from: number, to: number) =>
  words.slice(from, to + 1).every((it) => it.speaker === speaker)
