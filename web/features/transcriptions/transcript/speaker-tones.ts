import type { Tone } from '#web/ui/tone.ts'

const tones: readonly Tone[] = ['brand', 'purple', 'blue', 'amber', 'green']

/** A colour for each speaker, in the order in which they come; with six or more some share one, and each has the name beside it. */
export function speakerTones(lines: readonly { speaker: string | null }[]) {
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))]
  return (speaker: string | null): Tone =>
    (speaker !== null && tones[speakers.indexOf(speaker) % tones.length]) || 'neutral'
}
