import { MapPin, Video } from 'lucide-react'
import type { Session } from '#contract/sessions/sessions.ts'
import { canJoin, joinTimes } from '#contract/rules/join-address.ts'
import { formatTime } from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

type JoinSessionProps = {
  session: Pick<Session, 'id' | 'sessionDate' | 'durationMinutes' | 'isJoinable' | 'place'>
  /** Without the hint when it opens, where space is short. */
  isShort?: boolean
}

/** The place of a physical session; of a digital one the way in, from 15 minutes before until its end. */
export function JoinSession({ session, isShort = false }: JoinSessionProps) {
  const now = useNow(15_000)
  const { opensAt, endsAt } = joinTimes(session)
  if (now >= endsAt) return null
  if (session.place)
    return (
      <span className="flex items-start gap-2">
        <MapPin aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
        <span dir="auto">{session.place}</span>
      </span>
    )
  if (!session.isJoinable) return null
  if (canJoin(session, now))
    return (
      <Button asChild size="sm" icon={Video}>
        <a href={paths.join(session.id)} target="_blank" rel="noreferrer">
          Join
        </a>
      </Button>
    )
  // Only on its day: before, the date says enough.
  if (isShort || opensAt - now > 24 * 3_600_000) return null
  return <span className="text-muted">You can join here from {formatTime(new Date(opensAt))}.</span>
}
