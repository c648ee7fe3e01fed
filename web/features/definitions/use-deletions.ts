import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listDefinitionDeletions, undoDefinitionDeletion } from '#contract/definitions.ts'
import { refresh } from '#web/lib/freshness.ts'
import { read } from '#web/lib/query.ts'
import { useLookAgain } from '#web/lib/use-look-again.ts'

/** Milliseconds between two looks at a deletion. */
const lookMs = 1000

/** Deletions in the background, looked at as long as there are some; what one of them ended is read anew. */
export function useDeletions() {
  const queries = useQueryClient()
  const deletions = useQuery(read(listDefinitionDeletions, {}))
  const { data } = deletions
  const known = useRef<readonly string[]>([])
  useEffect(() => {
    if (!data) return
    const now = data.map(({ id }) => id)
    const hasEnded = known.current.some((id) => !now.includes(id))
    known.current = now
    if (hasEnded) void refresh(queries, undoDefinitionDeletion.changes)
  }, [data, queries])
  // One that was given up waits for somebody.
  useLookAgain(deletions, data?.some(({ isFailed }) => !isFailed) ? lookMs : undefined)
  return data ?? []
}
