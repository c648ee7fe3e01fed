import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listDefinitionDeletions, undoDefinitionDeletion } from '#contract/definitions.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { queryFor } from '#web/lib/query.ts'

/** Milliseconds between two polls of a deletion. */
const pollMs = 1000

/** Deletions in the background, looked at as long as there are some; what one of them ended is read anew. */
export function useDeletions() {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...queryFor(listDefinitionDeletions, {}),
    // One that was given up waits for somebody.
    refetchInterval: ({ state }) =>
      state.data?.some(({ isFailed }) => !isFailed) === true && pollMs,
  })
  const known = useRef<readonly string[]>([])
  useEffect(() => {
    if (!data) return
    const now = data.map(({ id }) => id)
    const hasEnded = known.current.some((id) => !now.includes(id))
    known.current = now
    if (hasEnded) void refetchAffected(queries, undoDefinitionDeletion.changes)
  }, [data, queries])
  return data ?? []
}
