import type { ReactNode } from 'react'
import type { ListedCoach } from '#contract/coaches/coaches.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatExperience, formatLocation } from './coach-labels.ts'

type CoachProfileProps = { coach: ListedCoach; now: Date; actions: ReactNode }

export function CoachProfile({ coach, now, actions }: CoachProfileProps) {
  return (
    <Card aria-label="Profile">
      <CardHeader title="Profile" actions={actions} />
      <Facts className="grid grid-cols-2 gap-x-6 gap-y-4 max-md:grid-cols-1">
        <Fact name="Email">
          <a
            href={`mailto:${coach.email}`}
            className="break-words text-brand-ink underline underline-offset-2"
          >
            {coach.email}
          </a>
        </Fact>
        <Fact name="Location">{formatLocation(coach)}</Fact>
        <Fact name="Experience">
          {formatExperience(coach.experiencedSince, now)}
          {coach.experiencedSince !== null && (
            <span className="text-muted">, since {coach.experiencedSince}</span>
          )}
        </Fact>
        <Fact name="Joined">{formatDate(coach.createdAt)}</Fact>
        <Fact name="Bio" isWide className="max-w-prose whitespace-pre-line">
          {coach.bio ?? <span className="text-muted">No bio yet.</span>}
        </Fact>
      </Facts>
    </Card>
  )
}
