import type { RiskLevel } from '#contract/clients.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** "Risk low green, medium yellow, high red" (specification part 2, section 2.1). */
export const riskTone: Record<RiskLevel, Tone> = { low: 'green', medium: 'amber', high: 'red' }
export const riskWord: Record<RiskLevel, string> = { low: 'Low', medium: 'Medium', high: 'High' }

export const RiskBadge = ({ level }: { level: RiskLevel | null }) =>
  level ? (
    <Badge tone={riskTone[level]}>{riskWord[level]}</Badge>
  ) : (
    <span className="text-muted">N/A</span>
  )

/** The band that most people of a group are in, where the counts tell. */
export const MostlyInBadge = ({ level }: { level: RiskLevel | null }) =>
  level ? (
    <Badge tone={riskTone[level]}>Mostly {riskWord[level].toLowerCase()}</Badge>
  ) : (
    <span className="text-muted">Not shown</span>
  )
