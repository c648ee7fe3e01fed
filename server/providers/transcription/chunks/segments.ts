import type { Segment } from '#contract/transcriptions.ts'
import { endsSentence } from './whole-sentences.ts'
import type { SpokenBy } from './speakers.ts'

/** A line is no longer, unless a single sentence is. Seconds. */
const maxSeconds = 30
/** After so much silence another line begins: behind the end of a sentence, and in any case. Seconds. */
const pause = { afterSentence: 1.5, always: 4 }

/** What was said as lines of a transcript, in order of time; speakers are numbered as they come in. */
export function segmentsOf(said: readonly SpokenBy[]): Segment[] {
  const names = new Map<number, string>()
  return groupsOf(said.toSorted((a, b) => a.start - b.start)).map((group) => {
    const [first] = group
    const { speaker, start } = first!
    if (!names.has(speaker)) names.set(speaker, `Speaker ${names.size + 1}`)
    return {
      start,
      end: Math.max(...group.map(({ end }) => end)),
      speaker: names.get(speaker)!,
      text: group.map(({ text }) => text).join(' '),
      ...(group.every(({ isWord }) => isWord) && {
        words: group.map((it) => ({
          start: it.start,
          end: it.end,
          word: it.text,
          conf: it.conf ?? 1,
        })),
      }),
    }
  })
}

function groupsOf(said: readonly SpokenBy[]) {
  const groups: SpokenBy[][] = []
  for (const it of said) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!group || !last || last.speaker !== it.speaker || isApart(last, it)) groups.push([it])
    else if (it.end - group[0]!.start <= maxSeconds) group.push(it)
    else groups.push([...afterLastSentence(group), it])
  }
  return groups
}

function isApart(last: SpokenBy, next: SpokenBy) {
  const silence = next.start - last.end
  return silence >= pause.always || (silence >= pause.afterSentence && endsSentence(last))
}

/** Takes the begun sentence out of a group that is too long, where it has a sentence before it. */
function afterLastSentence(group: SpokenBy[]) {
  const end = group.findLastIndex(endsSentence)
  return end < 0 ? [] : group.splice(end + 1)
}
