import { isOtherLanguage, type Segment } from '#contract/transcriptions/transcriptions.ts'
import type { AudioAnalysis } from '../local/sound/analyze-recording.ts'
import { findWarnings } from '../local/sound/warnings.ts'
import type { Transcript } from '../transcriber.ts'
import { cutLoops } from './cut-loops.ts'
import type { SpokenBy } from './speakers.ts'
import { endsSentence } from './whole-sentences.ts'

/** Unless a single sentence is longer. */
const maxSeconds = 30
/** Silence that starts a new segment. */
const pauseSeconds = { afterSentence: 1.5, always: 4 }

type Audio = Pick<AudioAnalysis, 'duration' | 'peak' | 'stated'>

/** Converts the results of a service to a transcript. */
export function toTranscript(
  spoken: readonly SpokenBy[],
  { duration, peak, stated }: Audio,
  {
    engine,
    language,
    areVoicesUncertain,
  }: { engine: string; language: string | null | undefined; areVoicesUncertain: boolean },
): Transcript {
  const segments = toSegments(spoken)
  const words = segments.map(({ start, end, text }) => ({ start, end, word: text, conf: 1 }))
  return {
    engine,
    language: language ?? 'und',
    segments,
    duration: Math.round(duration * 100) / 100,
    warnings: findWarnings({ words, peak, duration, stated, areVoicesUncertain }),
  }
}

/** Segments in order of time, with speakers numbered in order of appearance. */
export function toSegments(spoken: readonly SpokenBy[]): Segment[] {
  const names = new Map<number, string>()
  return groupWords(cutLoops(spoken.toSorted((a, b) => a.start - b.start))).map((group) => {
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

function groupWords(spoken: readonly SpokenBy[]) {
  const groups: SpokenBy[][] = []
  for (const it of spoken) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!group || !last || last.speaker !== it.speaker || hasPause(last, it)) groups.push([it])
    else if (isOtherLanguage(last) || isOtherLanguage(it)) groups.push([it])
    else if (it.end - group[0]!.start <= maxSeconds) group.push(it)
    else groups.push([...popUnfinishedSentence(group), it])
  }
  return groups
}

function hasPause(last: SpokenBy, next: SpokenBy) {
  const silence = next.start - last.end
  return (
    silence >= pauseSeconds.always || (silence >= pauseSeconds.afterSentence && endsSentence(last))
  )
}

/** Removes the last, unfinished sentence of a long group if another sentence precedes it. */
function popUnfinishedSentence(group: SpokenBy[]) {
  const end = group.findLastIndex(endsSentence)
  return end < 0 ? [] : group.splice(end + 1)
}
