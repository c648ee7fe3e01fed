import { type QueryClient, useQuery } from '@tanstack/react-query'
import { listQuestionnaires, type Questionnaires } from '#contract/questionnaires/questionnaires.ts'
import { queryFor } from '#web/lib/query.ts'

const questionnairesQuery = (clientId: string) =>
  queryFor(listQuestionnaires, { params: { id: clientId } })

export const useQuestionnaires = (clientId: string) => useQuery(questionnairesQuery(clientId))

/** Replaces the cached list by the response of a write. */
export const setQuestionnaires = (
  queries: QueryClient,
  clientId: string,
  answered: Questionnaires,
) => queries.setQueryData(questionnairesQuery(clientId).queryKey, answered)
