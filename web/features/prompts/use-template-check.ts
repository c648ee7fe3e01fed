import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readTemplateCheck, startTemplateCheck } from '#contract/prompts/template-checks.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { queryFor } from '#web/lib/query.ts'

/** Milliseconds between two polls of a running check. */
const pollMs = 1_000

type Checked = {
  id: string
  /** The current version if missing. */
  number: number | undefined
}

/** Starts a check when the dialog opens, and polls it until it is done. */
export function useTemplateCheck({ id, number }: Checked, isOpen: boolean) {
  const queries = useQueryClient()
  const version = number === undefined ? {} : { number }
  const query = queryFor(readTemplateCheck, { params: { id }, query: version })
  const [startedId, setStartedId] = useState<string>()
  const { run, isPending, error } = useApiMutation({
    mutationFn: (_: void, call) => call(startTemplateCheck, { params: { id }, body: version }),
    onSuccess: (check) => {
      queries.setQueryData(query.queryKey, check)
      setStartedId(check.id)
    },
  })
  const read = useQuery({
    ...query,
    enabled: isOpen && startedId !== undefined,
    refetchInterval: ({ state }) => state.data?.finishedAt === null && pollMs,
  })
  const check = startedId && !isPending && !error ? (read.data ?? undefined) : undefined
  const isFinished = check !== undefined && check.finishedAt !== null
  useEffect(() => {
    if (isOpen) run()
    // oxlint-disable-next-line react/exhaustive-deps -- once per opening
  }, [isOpen])
  // The list shows the result.
  useEffect(() => {
    if (isFinished) void refetchAffected(queries, ['template'])
  }, [isFinished, queries])
  return { check, error: isPending ? null : error, restart: run }
}
