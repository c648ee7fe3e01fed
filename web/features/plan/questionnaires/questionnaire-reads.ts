import { type QueryClient, useQuery } from '@tanstack/react-query'
import { listQuestionnaires, type Questionnaires } from '#contract/questionnaires.ts'
import { queryFor } from '#web/lib/query.ts'

const questionnairesQuery = (clientId: string) =>
  queryFor(listQuestionnaires, { params: { id: clientId } })

/** The questionnaires of a plan, for whatever of the page shows some of them. */
export const useQuestionnaires = (clientId: string) => useQuery(questionnairesQuery(clientId))

/** Has them there before they are asked for; whoever shows them says when they could not be read. */
export const fetchQuestionnaires = (queries: QueryClient, clientId: string) =>
  queries.prefetchQuery(questionnairesQuery(clientId))

/** The answer of a write takes their place. */
export const keepQuestionnaires = (
  queries: QueryClient,
  clientId: string,
  answered: Questionnaires,
) => queries.setQueryData(questionnairesQuery(clientId).queryKey, answered)
