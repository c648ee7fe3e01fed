import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type ListedCoach, type CoachDetail, getCoach } from '#contract/coaches/coaches.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { queryFor } from '#web/lib/query.ts'
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

export const coachQuery = (id: string) => queryFor(getCoach, { params: { id } })

/** Toasts and cache update shared by all controls that change a coach's profile. */
export function useCoachChange(id: string) {
  const queries = useQueryClient()
  return {
    successToast: () => ({
      title: 'Coach updated',
      description: 'The coach has been successfully updated.',
    }),
    errorToast: 'Failed to update coach',
    onSuccess: (coach: ListedCoach) =>
      void queries.setQueryData<CoachDetail>(
        coachQuery(id).queryKey,
        (before) => before && { ...before, ...coach },
      ),
  }
}
