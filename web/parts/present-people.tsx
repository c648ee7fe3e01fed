import { usePresent } from '#web/lib/live-plan.tsx'
import { initialsOf } from '#web/lib/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Who else has a session open, by initials; nothing where nobody has. */
export const PresentPeople = ({ sessionId }: { sessionId: string }) => (
  <output className="inline-flex items-center gap-1">
    {usePresent(sessionId).map(({ userId, name }) => (
      <span key={userId} title={`${name} has this session open`}>
        <Avatar initials={initialsOf(name)} label={`${name} has this session open`} size="sm" />
      </span>
    ))}
  </output>
)
