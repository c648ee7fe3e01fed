import type { TimedTurn } from '#contract/conversation-turns.ts'
import type { Segment } from '#contract/transcriptions.ts'
import type { Tone } from '#web/ui/tone.ts'
import { speakerTones, tones } from '../transcript/speaker-tones.ts'
import { segmentIndexAt } from '../transcript/transcript-time.ts'

type Heard = Pick<Segment, 'start' | 'end' | 'speaker'>

/**
 * The colours of those who speak in a conversation: each has that of who is heard in the raw transcript while they speak,
 * whatever name each has there.
 */
export function turnTones(
  turns: readonly Pick<TimedTurn, 'speaker' | 'start'>[],
  segments: readonly Heard[],
) {
  const rawTone = speakerTones(segments)
  const given = new Map<string, Tone>()
  for (const { speaker } of turns) {
    if (speaker === null || given.has(speaker)) continue
    const used = [...given.values()]
    const heard = rawTone(heardWhile(speaker, turns, segments))
    const free = tones.find((it) => !used.includes(it)) ?? tones[given.size % tones.length]
    given.set(speaker, heard === 'neutral' || used.includes(heard) ? (free ?? heard) : heard)
  }
  return (speaker: string | null): Tone => (speaker !== null && given.get(speaker)) || 'neutral'
}

/** Who is heard at most of the moments when somebody begins to speak. */
function heardWhile(
  name: string,
  turns: readonly Pick<TimedTurn, 'speaker' | 'start'>[],
  segments: readonly Heard[],
) {
  const counts = new Map<string, number>()
  for (const { speaker, start } of turns) {
    if (speaker !== name || start === null) continue
    const heard = segments[segmentIndexAt(segments, start)]?.speaker
    if (heard !== undefined) counts.set(heard, (counts.get(heard) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}
