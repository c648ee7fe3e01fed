import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readTemplateCheck, startTemplateCheck } from '#contract/template-checks.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { queryFor } from '#web/lib/query.ts'

/** Milliseconds between two polls of a running check. */
const pollMs = 1_000

type Checked = {
  id: string
  /** Which text of the template; the present one without it. */
  number: number | undefined
}

/** A check that is begun when one wants to see it, and looked at until it is done. */
export function useTemplateCheck({ id, number }: Checked, isWanted: boolean) {
  const queries = useQueryClient()
  const text = number === undefined ? {} : { number }
  const query = queryFor(readTemplateCheck, { params: { id }, query: text })
  const [begunId, setBegunId] = useState<string>()
  const { run, isPending, error } = useApiMutation({
    mutationFn: (_: void, call) => call(startTemplateCheck, { params: { id }, body: text }),
    onSuccess: (check) => {
      queries.setQueryData(query.queryKey, check)
      setBegunId(check.id)
    },
  })
  const looked = useQuery({
    ...query,
    enabled: isWanted && begunId !== undefined,
    refetchInterval: ({ state }) => state.data?.finishedAt === null && pollMs,
  })
  const check = begunId && !isPending && !error ? (looked.data ?? undefined) : undefined
  const isFinished = check !== undefined && check.finishedAt !== null
  useEffect(() => {
    if (isWanted) run()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it is wanted
  }, [isWanted])
  // The list tells what came of it.
  useEffect(() => {
    if (isFinished) void refetchAffected(queries, ['template'])
  }, [isFinished, queries])
  return { check, error: isPending ? null : error, again: run }
}
