import type { Colour } from '#contract/value-colours.ts'
import type { Tone } from '#web/ui/tone.ts'

/** The product's three colours in the tones of the design system. */
export const toneOf: Record<Colour, Tone> = { green: 'green', yellow: 'amber', red: 'red' }
