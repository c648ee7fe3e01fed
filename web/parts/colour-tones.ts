import type { Colour } from '#contract/rules/value-colours.ts'
import type { Tone } from '#web/ui/tone.ts'

export const colourTones: Record<Colour, Tone> = { green: 'green', yellow: 'amber', red: 'red' }
