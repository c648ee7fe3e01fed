import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listTrialSessions,
  maxTrialSessions,
  readPlaceholderValues,
  type TrialSession,
} from '#contract/prompts/prompt-trials.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { sessionQuery } from '#web/lib/session-queries.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import type { SelectOption } from '#web/ui/select.tsx'

const toOption = (it: TrialSession): SelectOption => ({
  value: it.id,
  label: `${it.clientName} · ${it.sessionDefinitionName} · ${formatDate(it.sessionDate)}`,
})

/** The session that prompts are tried on, and the values of its placeholders. */
export function useSessionToTry() {
  const [chosen, choose] = useState<SelectOption>()
  const sessionId = chosen?.value ?? ''
  const values = useQuery({
    ...queryFor(readPlaceholderValues, { query: { sessionId } }),
    enabled: chosen !== undefined,
  })
  const { data: session } = useQuery({ ...sessionQuery(sessionId), enabled: chosen !== undefined })
  // The server returns only the latest.
  const search = useOptionSearch(listTrialSessions, toOption, maxTrialSessions)
  return {
    chosen,
    choose,
    values,
    found: { ...search, match: search.options.length },
    /** Why no model may get it; null: it may. */
    blocked: session?.blocked.analysis ?? null,
  }
}
export type SessionToTryState = ReturnType<typeof useSessionToTry>
