import { type Coach, type CoachStatus, coachStatusLabel } from '#contract/coaches.ts'
import { personName } from '#web/lib/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyId } from '#web/ui/copy-id.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { coachInitials } from './coach-words.ts'

/** Who a coach is: initials, name, id. */
export const CoachIdentity = ({ coach }: { coach: Coach }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar initials={coachInitials(coach)} />
    <span className="min-w-0">
      <span className="block truncate font-semibold">{personName(coach)}</span>
      <CopyId id={coach.id} />
    </span>
  </span>
)

const tones: Record<CoachStatus, Tone> = { active: 'green', inactive: 'neutral', on_leave: 'amber' }

export const CoachStatusBadge = ({ status }: { status: CoachStatus }) => (
  <Badge tone={tones[status]}>{coachStatusLabel[status]}</Badge>
)
