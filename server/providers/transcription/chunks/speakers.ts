import type { Turn } from '../local/speakers/diarizer.ts'
import { smoothSpeakers, assignSpeakersToWords } from '../local/speakers/assign-speakers.ts'
import { splitSentences, type Spoken } from './spoken.ts'
import { keepSentencesTogether } from './whole-sentences.ts'

/** `speaker`: from 0, unique within the recording. */
export type SpokenBy = Spoken & { speaker: number }

/** Assigns locally detected speakers: to a word by its middle, to a sentence by its largest part. */
export function assignSpeakers(spoken: readonly Spoken[], turns: readonly Turn[]): SpokenBy[] {
  const words = smoothSpeakers(assignSpeakersToWords(splitSentences(spoken), turns))
  return keepSentencesTogether(
    words.map((it) => (it.isWord ? it : { ...it, speaker: mostIn(it, turns) ?? it.speaker })),
  )
}

/** Matches the speakers of a service between chunks by the locally detected turns, one to one if possible. */
export function mergeSpeakerLabels(
  chunks: readonly (readonly Spoken[])[],
  turns: readonly Turn[],
): SpokenBy[] {
  if (chunks.length === 1 || turns.length === 0) return byLabel(chunks)
  let next = Math.max(...turns.map(({ speaker }) => speaker)) + 1
  return chunks.flatMap((chunk) => {
    const shares = [...Map.groupBy(chunk, ({ label = '' }) => label)].flatMap(([label, own]) =>
      [...toSeconds(own, turns)].map(([speaker, seconds]) => ({ label, speaker, seconds })),
    )
    const voices = new Map<string, number>()
    const taken = new Set<number>()
    for (const { label, speaker } of shares.toSorted((a, b) => b.seconds - a.seconds)) {
      if (voices.has(label) || taken.has(speaker)) continue
      voices.set(label, speaker)
      taken.add(speaker)
    }
    return chunk.map((it) => {
      const label = it.label ?? ''
      if (!voices.has(label)) voices.set(label, next++)
      return { ...it, speaker: voices.get(label)! }
    })
  })
}

/** Without locally detected speakers, each label of a chunk is one speaker. */
function byLabel(chunks: readonly (readonly Spoken[])[]) {
  const names = [...new Set(chunks.flat().map(({ label = '' }) => label))]
  return chunks.flat().map((it) => ({ ...it, speaker: names.indexOf(it.label ?? '') }))
}

/** Seconds per speaker. */
function toSeconds(spoken: readonly Spoken[], turns: readonly Turn[]) {
  const seconds = new Map<number, number>()
  for (const it of spoken)
    for (const turn of turns) {
      const shared = Math.min(it.end, turn.end) - Math.max(it.start, turn.start)
      if (shared > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + shared)
    }
  return seconds
}

const mostIn = (spoken: Spoken, turns: readonly Turn[]) =>
  [...toSeconds([spoken], turns)].toSorted(([, a], [, b]) => b - a)[0]?.[0]
