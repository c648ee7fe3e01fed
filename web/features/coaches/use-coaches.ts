import { useQuery } from '@tanstack/react-query'
import { type CoachStatus, coachStatus, listCoaches, listCoachPlaces } from '#contract/coaches.ts'
import { read } from '#web/lib/query.ts'
import { useList } from '#web/lib/use-list.ts'

export const coachFilterNames = ['status', 'country', 'city'] as const
export type CoachFilterName = (typeof coachFilterNames)[number]

/** What the list is narrowed to. */
export type CoachFilter = {
  q: string | undefined
  status: CoachStatus | undefined
  country: string | undefined
  city: string | undefined
}

/** The filters of the address, where '' is none; a status that there is not is none either. */
export const coachFilterOf = (
  q: string,
  filters: Record<CoachFilterName, string>,
): CoachFilter => ({
  q: q || undefined,
  status: coachStatus.safeParse(filters.status).data,
  country: filters.country || undefined,
  city: filters.city || undefined,
})

export const useCoaches = (filter: CoachFilter) => useList(listCoaches, filter)

/** The countries of the coaches, with their cities; empty while they are on their way. */
export const useCoachPlaces = () => useQuery(read(listCoachPlaces, {})).data ?? []
