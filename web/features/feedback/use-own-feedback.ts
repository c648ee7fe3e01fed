import { useQuery } from '@tanstack/react-query'
import { listMyFeedback } from '#contract/feedback/feedback.ts'
import { queryFor } from '#web/lib/query.ts'

export const ownFeedbackQuery = queryFor(listMyFeedback, {})

/** The sessions that the client is asked about; none while somebody is signed in as them, who may not read it. */
export const useOwnFeedback = (isImpersonating: boolean) =>
  useQuery({ ...ownFeedbackQuery, enabled: !isImpersonating })
