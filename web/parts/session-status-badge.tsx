import { Archive, CalendarClock, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react'
import type { SessionStatus } from '#contract/sessions/sessions.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const appearances: Record<SessionStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  scheduled: { label: 'Scheduled', tone: 'blue', icon: CalendarClock },
  open: { label: 'Open', tone: 'amber', icon: CircleDot },
  completed: { label: 'Completed', tone: 'green', icon: CircleCheck },
  archived: { label: 'Archived', tone: 'neutral', icon: Archive },
}

export function SessionStatusBadge({ status }: { status: SessionStatus }) {
  const { label, tone, icon } = appearances[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
