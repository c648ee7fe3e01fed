import { type CoachStatus, coachStatusLabel } from '#contract/coaches.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<CoachStatus, Tone> = { active: 'green', inactive: 'neutral', on_leave: 'amber' }

export const CoachStatusBadge = ({ status }: { status: CoachStatus }) => (
  <Badge tone={tones[status]}>{coachStatusLabel[status]}</Badge>
)
