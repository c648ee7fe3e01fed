import { type Spoken, spokenAt, turnsOf } from '#contract/conversation-turns.ts'
import type { Segment } from '#contract/transcriptions.ts'
import { sentencesOf } from '../../../providers/transcript/sentences.ts'
import type { DocumentLine } from './transcript-document.ts'

/** Seconds for which a sentence is shown: usually where nobody knows, and at least. */
const usual = 4
const least = 0.1

/**
 * A conversation as subtitles show it, sentence by sentence: each when its words were heard, else on the way from what was
 * heard before it to what was heard after it. None begins before the one above it has ended. Without any word that was
 * heard there are none.
 */
export function cuesOfConversation(text: string, segments: readonly Segment[]): DocumentLine[] {
  const said = turnsOf(text, segments).flatMap(({ speaker, text: turn }) =>
    sentencesOf(turn).map((sentence) => ({ speaker, text: sentence })),
  )
  const spoken = spokenAt(
    said.map((it) => it.text),
    segments,
  )
  if (!spoken.some(isHeard)) return []
  const starts = startsOf(spoken)
  return said.map((it, index) => {
    const start = starts[index] ?? 0
    const end = Math.max(spoken[index]?.end ?? start + usual, start + least)
    return { ...it, start, end: Math.min(end, starts[index + 1] ?? end) }
  })
}

const isHeard = (it: Spoken): it is { start: number; end: number } => it.end !== null

function startsOf(spoken: readonly Spoken[]) {
  const starts: number[] = []
  /** Where what was heard last ends, and how many sentences there were since. */
  let behind = 0
  let unheard = 0
  const add = (start: number) => starts.push(Math.max(start, (starts.at(-1) ?? -least) + least))
  for (const it of spoken) {
    if (!isHeard(it)) {
      unheard++
      continue
    }
    for (let at = 0; at < unheard; at++) add(behind + ((it.start - behind) * at) / unheard)
    add(it.start)
    behind = it.end
    unheard = 0
  }
  for (let at = 0; at < unheard; at++) add(behind + usual * at)
  return starts
}
