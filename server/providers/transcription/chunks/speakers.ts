import type { Turn } from '../local/speakers/diarizer.ts'
import { smoothSpeakers, assignSpeakersToWords } from '../local/speakers/assign-speakers.ts'
import { splitSentences, type Spoken } from './spoken.ts'
import { keepSentencesTogether } from './whole-sentences.ts'

/** What was said by whom: a number from 0 that holds for the whole recording. */
export type SpokenBy = Spoken & { speaker: number }

/** The words of a service under the voices that were heard here: each word by its middle, a sentence by most of it. */
export function assignSpeakers(spoken: readonly Spoken[], turns: readonly Turn[]): SpokenBy[] {
  const words = smoothSpeakers(assignSpeakersToWords(splitSentences(spoken), turns))
  return keepSentencesTogether(
    words.map((it) => (it.isWord ? it : { ...it, speaker: mostIn(it, turns) ?? it.speaker })),
  )
}

/**
 * The names that a service gave the speakers of each piece, as speakers of the whole recording: in each piece a name is
 * the voice in whose turns most of its words lie, and no two names are one voice while another one is free.
 */
export function mergeSpeakerLabels(
  pieces: readonly (readonly Spoken[])[],
  turns: readonly Turn[],
): SpokenBy[] {
  if (pieces.length === 1 || turns.length === 0) return namesOnly(pieces)
  let next = Math.max(...turns.map(({ speaker }) => speaker)) + 1
  return pieces.flatMap((piece) => {
    const shares = [...Map.groupBy(piece, ({ label = '' }) => label)].flatMap(([label, own]) =>
      [...secondsOf(own, turns)].map(([speaker, seconds]) => ({ label, speaker, seconds })),
    )
    const voices = new Map<string, number>()
    const taken = new Set<number>()
    for (const { label, speaker } of shares.toSorted((a, b) => b.seconds - a.seconds)) {
      if (voices.has(label) || taken.has(speaker)) continue
      voices.set(label, speaker)
      taken.add(speaker)
    }
    return piece.map((it) => {
      const label = it.label ?? ''
      if (!voices.has(label)) voices.set(label, next++)
      return { ...it, speaker: voices.get(label)! }
    })
  })
}

/** Where nothing was heard here, a name is a speaker. */
function namesOnly(pieces: readonly (readonly Spoken[])[]) {
  const names = [...new Set(pieces.flat().map(({ label = '' }) => label))]
  return pieces.flat().map((it) => ({ ...it, speaker: names.indexOf(it.label ?? '') }))
}

/** For how long each voice is heard in what was said. */
function secondsOf(spoken: readonly Spoken[], turns: readonly Turn[]) {
  const seconds = new Map<number, number>()
  for (const it of spoken)
    for (const turn of turns) {
      const shared = Math.min(it.end, turn.end) - Math.max(it.start, turn.start)
      if (shared > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + shared)
    }
  return seconds
}

/** Undefined where no voice is heard in it. */
const mostIn = (spoken: Spoken, turns: readonly Turn[]) =>
  [...secondsOf([spoken], turns)].toSorted(([, a], [, b]) => b - a)[0]?.[0]
