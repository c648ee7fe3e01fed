import type { Coach } from '#contract/coaches.ts'
import { personName } from '#web/lib/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CopyId } from '#web/ui/copy-id.tsx'
import { coachInitials } from './coach-initials.ts'

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
