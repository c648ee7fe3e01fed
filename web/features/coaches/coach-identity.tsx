import { type CoachStatus, coachStatusLabel, type ListedCoach } from '#contract/coaches.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { Person } from '#web/parts/person.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyId } from '#web/ui/copy-button.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { coachInitials } from './coach-labels.ts'

/** Who a coach is: initials, name, id. */
export const CoachIdentity = ({ coach }: { coach: ListedCoach }) => (
  <Person initials={coachInitials(coach)} name={formatPersonName(coach)}>
    <CopyId id={coach.id} />
  </Person>
)

const tones: Record<CoachStatus, Tone> = { active: 'green', inactive: 'neutral', on_leave: 'amber' }

export const CoachStatusBadge = ({ status }: { status: CoachStatus }) => (
  <Badge tone={tones[status]}>{coachStatusLabel[status]}</Badge>
)
