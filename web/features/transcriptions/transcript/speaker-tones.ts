import type { Tone } from '#web/ui/tone.ts'

export const tones: readonly Tone[] = ['brand', 'purple', 'blue', 'amber', 'green']

/** A colour for each speaker, in the order in which they come; with six or more some share one, and each has the name beside it. */
export function speakerTones(lines: readonly { speaker: string | null }[]) {
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))]
  return (speaker: string | null): Tone =>
    (speaker !== null && tones[speakers.indexOf(speaker) % tones.length]) || 'neutral'
}

type Lines = readonly { speaker: string }[]

/** The colours of two versions of a transcript: who speaks has one in both, also under another name in the later one. */
export function comparedTones(
  before: Lines,
  after: Lines,
  renamed: readonly (readonly [from: string, to: string])[],
) {
  const names = new Map(renamed.map(([from, to]) => [to, from]))
  const firstName = (speaker: string) => names.get(speaker) ?? speaker
  const toneOf = speakerTones([
    ...before,
    ...after.map(({ speaker }) => ({ speaker: firstName(speaker) })),
  ])
  return { before: toneOf, after: (speaker: string) => toneOf(firstName(speaker)) }
}
