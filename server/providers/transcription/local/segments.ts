import type { Segment } from '#contract/transcriptions.ts'
import { type PlacedWord, withSentenceEnds } from './sentence-ends.ts'
import { toText } from './sentences.ts'
import type { Turn } from './speakers/diarizer.ts'
import { withoutStrays, withSpeakers } from './speakers/words-of-turns.ts'
import type { RecognisedWord } from './vosk.ts'

const maxSeconds = 30

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
