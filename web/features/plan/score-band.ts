import type { RiskLevel } from '#contract/clients.ts'
import type { Colour } from '#contract/value-colours.ts'

/** The band of a score: its colour says no more than its word. */
export const bandOf: Record<Colour, RiskLevel> = { green: 'low', yellow: 'medium', red: 'high' }
