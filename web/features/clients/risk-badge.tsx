import type { RiskLevel } from '#contract/clients.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** "Risk low green, medium yellow, high red" (specification part 2, section 2.1). */
const tones: Record<RiskLevel, Tone> = { low: 'green', medium: 'amber', high: 'red' }
const words: Record<RiskLevel, string> = { low: 'Low', medium: 'Medium', high: 'High' }

export const RiskBadge = ({ level }: { level: RiskLevel | null }) =>
  level ? (
    <Badge tone={tones[level]}>{words[level]}</Badge>
  ) : (
    <span className="text-muted">N/A</span>
  )
