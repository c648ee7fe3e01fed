import type { Tone } from '#web/ui/tone.ts'

const tones: readonly Tone[] = ['brand', 'purple', 'blue', 'amber', 'green']

/** A color for each speaker in order of appearance; with six or more speakers some share one. */
export function speakerTones(lines: readonly { speaker: string | null }[]) {
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))]
  return (speaker: string | null): Tone =>
    (speaker !== null && tones[speakers.indexOf(speaker) % tones.length]) || 'neutral'
}
