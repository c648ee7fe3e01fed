import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { listCoaches, listCoachPlaces } from '#contract/coaches.ts'
import { read } from '#web/lib/query.ts'
import { useList } from '#web/lib/use-list.ts'

/** What the list is narrowed to. */
export type CoachFilter = Omit<z.input<typeof listCoaches.query>, 'limit' | 'cursor' | 'sort'>

export type CoachOrder = z.input<typeof listCoaches.query>['sort']

export const useCoaches = (filter: CoachFilter & { sort: CoachOrder }) =>
  useList(listCoaches, filter)

/** The countries of the coaches, with their cities; empty while they are on their way. */
export const useCoachPlaces = () => useQuery(read(listCoachPlaces, {})).data ?? []
