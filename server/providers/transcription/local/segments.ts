import type { Segment } from '#contract/transcriptions.ts'
import { type PlacedWord, type SpokenWord, withSentenceEnds } from './sentence-ends.ts'
import { toText } from './sentences.ts'
import type { Turn } from './speakers/diarizer.ts'
import type { RecognisedWord } from './vosk.ts'

const maxSeconds = 30
/** A word this close to its neighbours is said in one breath with them. */
const breathSeconds = 0.15

/** Words in order of time, told apart by the turns they lie in; speakers are numbered as they come in. */
export function toSegments(words: RecognisedWord[], turns: Turn[]): Segment[] {
  const groups = toGroups(withSentenceEnds(withoutStrays(withSpeakers(words, turns))))
  const names = new Map<number, string>()
  return groups.map((group, index) => {
    const [first] = group
    const last = group.at(-1)!
    const speaker = first!.speaker
    if (!names.has(speaker)) names.set(speaker, `Speaker ${names.size + 1}`)
    return {
      start: first!.start,
      end: last.end,
      speaker: names.get(speaker)!,
      text: toText(group, { isContinued: groups[index - 1]?.at(-1)?.endsSentence === false }),
      words: group.map(({ start, end, word, conf }) => ({ start, end, word, conf })),
    }
  })
}

/** Each word gets the speaker of the turn that its middle lies in or is nearest to. */
function withSpeakers(words: RecognisedWord[], turns: Turn[]): SpokenWord[] {
  let at = 0
  return words.map((word) => {
    const middle = (word.start + word.end) / 2
    const distance = (turn: Turn | undefined) =>
      turn ? Math.max(turn.start - middle, middle - turn.end, 0) : Infinity
    // Words and turns are both in order, and turns do not overlap: never look back.
    while (distance(turns[at + 1]) < distance(turns[at])) at++
    return { ...word, speaker: turns[at]?.speaker ?? 0 }
  })
}

/** A lone word inside the flow of another is the other's. */
function withoutStrays(words: SpokenWord[]) {
  const result = [...words]
  for (const [index, word] of result.entries()) {
    const before = result[index - 1]
    const next = result[index + 1]
    if (!before || !next || before.speaker !== next.speaker) continue
    if (word.start - before.end < breathSeconds && next.start - word.end < breathSeconds)
      result[index] = { ...word, speaker: before.speaker }
  }
  return result
}

function toGroups(words: PlacedWord[]) {
  const groups: PlacedWord[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!group || !last || last.endsParagraph) groups.push([word])
    else if (word.end - group[0]!.start < maxSeconds) group.push(word)
    else groups.push([...afterLastSentence(group), word])
  }
  return groups
}

/** Takes the begun sentence out of a group that is too long, where it has a sentence before it. */
function afterLastSentence(group: PlacedWord[]) {
  const end = group.findLastIndex(({ endsSentence }) => endsSentence)
  return end < 0 ? [] : group.splice(end + 1)
}
