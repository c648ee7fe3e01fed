import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  listTrialSessions,
  readPlaceholderValues,
  type TrialSession,
} from '#contract/prompt-trials.ts'
import { describeError } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { debounceMs } from '#web/lib/use-search-url-state.ts'
import type { SelectOption } from '#web/ui/select.tsx'
import type { OptionSearch } from '#web/ui/combobox.tsx'

const toOption = (it: TrialSession): SelectOption => ({
  value: it.id,
  label: `${it.clientName} · ${it.sessionDefinitionName} · ${formatDate(it.sessionDate)}`,
})

/** The session on which prompts are tried, and what each placeholder is for it. */
export function useSessionToTry() {
  const [chosen, choose] = useState<SelectOption>()
  const sessionId = chosen?.value ?? ''
  const values = useQuery({
    ...queryFor(readPlaceholderValues, { query: { sessionId } }),
    enabled: chosen !== undefined,
  })
  return { chosen, choose, found: useSessionSearch(), values }
}
export type SessionToTryState = ReturnType<typeof useSessionToTry>

/** What is searched for when typing rests; nothing while nobody looks. */
function useSessionSearch(): OptionSearch {
  const [text, search] = useState<string>()
  const [rested, setRested] = useState<string>()
  const wanted = text?.trim()
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), wanted ? debounceMs : 0)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryFor(listTrialSessions, { query: rested ? { q: rested } : {} }),
    enabled: rested !== undefined,
    placeholderData: keepPreviousData,
  })
  const options = (data ?? []).map(toOption)
  const failure = error && describeError(error)
  return {
    search,
    options,
    // The server hands out the latest of them, and counts no further.
    match: options.length,
    isPending: isPending || isPlaceholderData || rested !== wanted || (isFetching && !data),
    failure: rested === wanted && !isFetching ? (failure ?? undefined) : undefined,
    retry: () => void refetch(),
  }
}
