import { useQueryClient } from '@tanstack/react-query'
import {
  type ConsentPurpose,
  decideConsents,
  getConsents,
  undoConsent,
} from '#contract/consents/consents.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'

export const consentsQuery = (clientId: string) =>
  queryFor(getConsents, { params: { id: clientId } })

export type Decision = { purpose: ConsentPurpose; isGiven: boolean; textId: string }

/** By the id of the entry. */
export function useUndo(clientId: string) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: (entryId: string, call) => call(undoConsent, { params: { id: clientId, entryId } }),
    errorToast: 'This could not be saved. Please try again.',
    onSuccess: (answer) => queries.setQueryData(consentsQuery(clientId).queryKey, answer),
  })
}

export function useDecide(clientId: string, onSuccess?: () => void) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: (decisions: Decision[], call) =>
      call(decideConsents, { params: { id: clientId }, body: { decisions } }),
    errorToast: 'This could not be saved. Please try again.',
    onSuccess: (answer) => {
      queries.setQueryData(consentsQuery(clientId).queryKey, answer)
      onSuccess?.()
    },
  })
}
