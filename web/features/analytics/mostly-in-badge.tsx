import type { RiskLevel } from '#contract/clients.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** "Risk low green, medium yellow, high red" (specification part 2, section 2.1). */
const looks: Record<RiskLevel, { tone: Tone; word: string }> = {
  low: { tone: 'green', word: 'Low' },
  medium: { tone: 'amber', word: 'Medium' },
  high: { tone: 'red', word: 'High' },
}

/** The band that most people are in, where the counts tell. */
export const MostlyInBadge = ({ level }: { level: RiskLevel | null }) =>
  level ? (
    <Badge tone={looks[level].tone}>Mostly {looks[level].word.toLowerCase()}</Badge>
  ) : (
    <span className="text-muted">Not shown</span>
  )
